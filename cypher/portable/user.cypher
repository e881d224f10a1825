// Whether a user is known, and whether being forgotten.
// params: scope
// mode: read
MATCH (scope:Scope {scope: $scope})
RETURN scope.forgetting_at IS NOT NULL AS forgetting
