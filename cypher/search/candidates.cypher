// What is known of turns while they are candidates.
// params: scope, turns
// mode: read
UNWIND $turns AS uid
MATCH (turn:Turn {scope: $scope, uid: uid})
RETURN turn.uid AS uid, turn.session_uid AS session_uid, turn.position AS position, turn.speaker AS speaker,
  turn.role AS role, turn.said_at AS said_at, turn.recorded_at AS recorded_at,
  turn.statement_share AS statement_share, turn.dated AS dated, turn.agent_id AS agent_id
