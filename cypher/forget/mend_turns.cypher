// Turns that have new neighbours: tied to the one before them, with their new context; the vector of the old
// one goes at once.
// params: scope, session_uid, turns
// mode: write
UNWIND $turns AS row
MATCH (turn:Turn {scope: $scope, uid: row.uid})
SET turn.context = row.context, turn:Unembedded
REMOVE turn.context_embedding
WITH turn
MATCH (before:Turn {scope: $scope, session_uid: $session_uid, position: turn.position - 1})
MERGE (before)-[:NEXT]->(turn)
