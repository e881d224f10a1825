// Whether the user is being forgotten, or was until that was broken off.
// params: scope, examples
// mode: read
MATCH (scope:Scope {scope: $scope})
WHERE scope.forgetting_at IS NOT NULL
WITH scope.scope AS uid
RETURN count(uid) AS count, collect(uid)[..$examples] AS examples
