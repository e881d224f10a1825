// Encoded segments that no summary stands for.
// params: scope, examples
// mode: read
MATCH (node:Segment {scope: $scope, status: 'encoded'})
WHERE NOT EXISTS { (node)<-[:SUMMARISES]-() }
WITH node.uid AS uid ORDER BY uid
RETURN count(uid) AS count, collect(uid)[..$examples] AS examples
