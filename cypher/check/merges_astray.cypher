// Entities that are merged into several others, or in a circle.
// params: scope, examples
// mode: read
MATCH (node:Evidence {scope: $scope, kind: 'entity'})
WHERE COUNT { (node)-[:MERGED_INTO]->() } > 1 OR EXISTS { (node)-[:MERGED_INTO*]->(node) }
WITH node.uid AS uid ORDER BY uid
RETURN count(uid) AS count, collect(uid)[..$examples] AS examples
