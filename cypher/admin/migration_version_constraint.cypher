// One node per migration, as the neo4j-migrations tool declares it.
// params:
// mode: write
CREATE CONSTRAINT unique_version___Neo4jMigration IF NOT EXISTS
FOR (m:__Neo4jMigration) REQUIRE (m.version, m.migrationTarget) IS UNIQUE
