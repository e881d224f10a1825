// An entity is merged into another: what is said of it is read as said of the other. Nothing moves, so that undoing
// it needs no more than the relationship's end. No row when either has been merged into something else; the first
// SET takes the locks, in one order.
// params: scope, both, source, target, by, reason, now
// mode: write
UNWIND $both AS uid
MATCH (locked:Evidence {scope: $scope, uid: uid})
SET locked.key = locked.key
WITH count(locked) AS locked
MATCH (source:Evidence {scope: $scope, uid: $source})
WHERE NOT EXISTS { (source)-[:MERGED_INTO]->(other) WHERE other.uid <> $target }
MATCH (target:Evidence {scope: $scope, uid: $target})
WHERE NOT EXISTS { (target)-[:MERGED_INTO]->() }
MERGE (source)-[edge:MERGED_INTO]->(target)
ON CREATE SET edge.at = $now, edge.by = $by, edge.reason = $reason
RETURN source.name AS name, target.name AS into
