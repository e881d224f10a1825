// Makes the migration lock exclusive: without it two processes could each create the lock node.
// params:
// mode: write
CREATE CONSTRAINT __Neo4jMigrationsLock__has_unique_name IF NOT EXISTS
FOR (l:__Neo4jMigrationsLock) REQUIRE l.name IS UNIQUE
