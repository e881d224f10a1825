// Ties the turns of a locked session from a position on to the ones before them.
// params: scope, session_uid, first
// mode: write
MATCH (turn:Turn {scope: $scope, session_uid: $session_uid})
WHERE turn.position >= $first
MATCH (before:Turn {scope: $scope, session_uid: $session_uid, position: turn.position - 1})
MERGE (before)-[:NEXT]->(turn)
