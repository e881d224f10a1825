// Makes the user and the session known and holds the session's lock until the transaction ends. What depends
// on the lock (the next position) is read by a later statement: this one may have read before it waited.
// params: scope, session_uid, agent_id, automatic, now
// mode: write
MERGE (scope:Scope {scope: $scope})
ON CREATE SET scope.uid = $scope, scope.created_at = $now
MERGE (session:Session {scope: $scope, uid: $session_uid})
ON CREATE SET session.next = 0, session.agent_id = $agent_id, session.automatic = $automatic,
  session.segmented_to = -1, session.surprises = []
SET session.written_at = $now
MERGE (scope)-[:HAS_SESSION]->(session)
