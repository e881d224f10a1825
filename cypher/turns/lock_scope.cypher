// Makes the user known and holds a lock on the user until the transaction ends, so that two writers without
// a session id agree on one session.
// params: scope, now
// mode: write
MERGE (scope:Scope {scope: $scope})
ON CREATE SET scope.uid = $scope, scope.created_at = $now
SET scope.written_at = $now
