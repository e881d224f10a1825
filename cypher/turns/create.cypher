// New turns at the end of a locked session, in order.
// params: scope, session_uid, turns, speakers, next, started_at, ended_at
// mode: write
MATCH (session:Session {scope: $scope, uid: $session_uid})
SET session.next = $next,
  session.speakers = coalesce(session.speakers, []) +
    [name IN $speakers WHERE NOT name IN coalesce(session.speakers, [])],
  session.started_at = CASE
    WHEN $started_at IS NULL OR session.started_at < $started_at THEN session.started_at ELSE $started_at END,
  session.ended_at = CASE
    WHEN $ended_at IS NULL OR session.ended_at > $ended_at THEN session.ended_at ELSE $ended_at END
WITH session
UNWIND $turns AS row
CREATE (session)-[:HAS_TURN]->(turn:Turn:Unembedded {
  scope: $scope, uid: row.uid, session_uid: $session_uid, agent_id: row.agent_id, position: row.position,
  role: row.role, speaker: row.speaker, text: row.text, said_at: row.said_at,
  utc_offset_minutes: row.utc_offset_minutes, token_count: row.token_count, metadata_json: row.metadata_json,
  message_id: row.message_id, statement_share: row.statement_share, dated: row.dated,
  context: row.context, filter_tokens: row.filter_tokens, recorded_at: row.recorded_at
})
