// Aliases that name nothing.
// params: scope, examples
// mode: read
MATCH (node:Alias {scope: $scope})
WHERE node.uid IS NOT NULL AND NOT EXISTS { (node)-[:NAMES|NEVER_NAMES]->() }
WITH node.uid AS uid ORDER BY uid
RETURN count(uid) AS count, collect(uid)[..$examples] AS examples
