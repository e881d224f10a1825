// Records that are not yet compared with what else is believed.
// params: scope, examples
// mode: read
MATCH (node:Unsettled {scope: $scope})
WITH node.uid AS uid ORDER BY uid
RETURN count(uid) AS count, collect(uid)[..$examples] AS examples
