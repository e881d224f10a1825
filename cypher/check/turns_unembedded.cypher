// Turns whose vectors are missing or out of date.
// params: scope, examples
// mode: read
MATCH (node:Unembedded {scope: $scope})
WITH node.uid AS uid ORDER BY uid
RETURN count(uid) AS count, collect(uid)[..$examples] AS examples
