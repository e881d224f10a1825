// Segments that cover nothing, or that no session has.
// params: scope, examples
// mode: read
MATCH (node:Segment {scope: $scope})
WHERE node.uid IS NOT NULL AND (NOT EXISTS { (node)-[:COVERS]->() } OR NOT EXISTS { (node)<-[:HAS_SEGMENT]-() })
WITH node.uid AS uid ORDER BY uid
RETURN count(uid) AS count, collect(uid)[..$examples] AS examples
