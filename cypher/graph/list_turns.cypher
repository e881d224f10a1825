// One page of a user's turns, oldest first; undated ones come before all others.
// params: scope, after_at, after_uid, session_uid, agent_id, after, before, limit
// mode: read
MATCH (turn:Turn {scope: $scope})
WHERE turn.said_at >= $after_at
  AND (turn.said_at > $after_at OR turn.uid > $after_uid)
  AND ($session_uid IS NULL OR turn.session_uid = $session_uid)
  AND ($agent_id IS NULL OR turn.agent_id = $agent_id)
  AND ($after IS NULL OR turn.said_at >= $after)
  AND ($before IS NULL OR turn.said_at < $before)
WITH turn ORDER BY turn.said_at, turn.uid LIMIT $limit
RETURN turn {
  .uid, .session_uid, .agent_id, .speaker, .text, .said_at, .utc_offset_minutes, .metadata_json, .recorded_at,
  .role, .message_id, .position
} AS turn
ORDER BY turn.said_at, turn.uid
