// A user whose memories were deleted may be written to again.
// params: scope
// mode: write
MATCH (scope:Scope {scope: $scope})
REMOVE scope.forgetting_at
