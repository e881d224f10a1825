// A user is to be forgotten: from now on writers are refused. The first call's moment stays, so that a call
// that goes on where another was broken off changes nothing.
// params: scope, now
// mode: write
MATCH (scope:Scope {scope: $scope})
SET scope.forgetting_at = coalesce(scope.forgetting_at, $now)
RETURN scope.forgetting_at AS forgetting_at
