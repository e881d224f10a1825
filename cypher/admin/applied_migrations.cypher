// The migrations recorded in this database, oldest first; the baseline is the chain's first node.
// params:
// mode: read
MATCH (m:__Neo4jMigration {migrationTarget: 'graphmem'})
WHERE m.version <> 'BASELINE'
OPTIONAL MATCH (:__Neo4jMigration)-[to:MIGRATED_TO]->(m)
RETURN m.version AS version, m.description AS description, m.source AS source, m.checksum AS checksum, to.at AS at
ORDER BY version
