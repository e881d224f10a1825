// One turn.
// params: scope, uid
// mode: read
MATCH (turn:Turn {scope: $scope, uid: $uid})
RETURN turn {
  .uid, .session_uid, .agent_id, .speaker, .text, .said_at, .utc_offset_minutes, .metadata_json, .recorded_at,
  .role, .message_id, .position
} AS turn
