// Whether a database is online and may be written.
// params: database
// mode: read
SHOW DATABASES YIELD name, currentStatus, access
WHERE name = $database
RETURN name, currentStatus AS status, access
