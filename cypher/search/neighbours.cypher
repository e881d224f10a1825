// The turns at most $window places before and after each given one in its session.
// params: scope, turns, window
// mode: read
UNWIND $turns AS uid
MATCH (turn:Turn {scope: $scope, uid: uid})
MATCH (near:Turn)
WHERE near.scope = $scope AND near.session_uid = turn.session_uid
  AND near.position >= turn.position - $window AND near.position <= turn.position + $window AND near.uid <> uid
WITH uid, near ORDER BY near.position
RETURN uid, collect(near {.uid, .session_uid, .position, .speaker, .role, .utc_offset_minutes, .text, .message_id,
  said_at: near.said_at.epochMillis}) AS near
