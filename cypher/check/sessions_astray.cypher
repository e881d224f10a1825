// Sessions that the user's own node does not have.
// params: scope, examples
// mode: read
MATCH (node:Session {scope: $scope})
WHERE node.uid IS NOT NULL AND NOT EXISTS { (node)<-[:HAS_SESSION]-() }
WITH node.uid AS uid ORDER BY uid
RETURN count(uid) AS count, collect(uid)[..$examples] AS examples
