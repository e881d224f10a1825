// Removes the user's own node, the last that there is.
// params: scope
// mode: write
MATCH (scope:Scope {scope: $scope})
DETACH DELETE scope
RETURN count(*) AS removed
