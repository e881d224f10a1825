// What is known of turns while they are candidates, as one row of lists with times in milliseconds: the driver
// takes ten times as long to read a row and three times as long a date.
// params: scope, turns
// mode: read
UNWIND $turns AS uid
MATCH (turn:Turn {scope: $scope, uid: uid})
RETURN collect([turn.uid, turn.session_uid, turn.position, turn.speaker, turn.role, turn.said_at.epochMillis,
  turn.recorded_at.epochMillis, turn.statement_share, turn.dated, turn.agent_id]) AS candidates
