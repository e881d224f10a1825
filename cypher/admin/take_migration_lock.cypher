// Waits for, then holds the migration lock as long as its transaction is open. The transaction is rolled
// back in the end, so the node is never seen; the death of its holder frees the lock.
// params:
// mode: write
MERGE (l:__Neo4jMigrationsLock {name: 'graphmem'})
SET l.taken_at = datetime()
RETURN l.name AS name
