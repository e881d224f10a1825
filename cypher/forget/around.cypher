// Turns of a session at given positions, as their contexts are made of them.
// params: scope, session_uid, positions
// mode: read
UNWIND $positions AS position
MATCH (turn:Turn {scope: $scope, session_uid: $session_uid, position: position})
RETURN turn.uid AS uid, turn.position AS position, turn.role AS role, turn.speaker AS speaker,
  turn.text AS text, turn.said_at AS said_at, turn.agent_id AS agent_id, turn.context AS context,
  turn.passage_count IS NULL AS passages_missing
ORDER BY position
