// Whom the server takes us for.
// params:
// mode: read
SHOW CURRENT USER YIELD user RETURN user
