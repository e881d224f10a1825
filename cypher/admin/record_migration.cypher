// Records one applied migration behind the one before it, in the neo4j-migrations convention.
// params: previous, version, description, source, checksum, milliseconds, by, connected_as
// mode: write
MERGE (p:__Neo4jMigration {version: $previous, migrationTarget: 'graphmem'})
MERGE (m:__Neo4jMigration {version: $version, migrationTarget: 'graphmem'})
ON CREATE SET m.description = $description, m.type = 'CYPHER', m.repeatable = false,
  m.source = $source, m.checksum = $checksum
MERGE (p)-[to:MIGRATED_TO]->(m)
ON CREATE SET to.at = datetime({timezone: 'UTC'}), to.in = duration({milliseconds: $milliseconds}),
  to.by = $by, to.connectedAs = $connected_as
