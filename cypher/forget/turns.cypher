// Turns of one session that are to go, as filters choose them; latest first, so that what is left keeps its
// places as long as possible.
// params: scope, session_uid, agent_id, after, before
// mode: read
MATCH (turn:Turn {scope: $scope, session_uid: $session_uid})
WHERE turn.position >= 0
  AND ($agent_id IS NULL OR turn.agent_id = $agent_id)
  AND ($after IS NULL OR turn.said_at >= $after)
  AND ($before IS NULL OR turn.said_at < $before)
RETURN turn.uid AS uid
ORDER BY turn.position DESC
