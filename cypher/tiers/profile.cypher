// A user's traits that a believed record still supports, with these records and the turns behind them.
// params: scope, open_end
// mode: read
MATCH (profile:Profile {scope: $scope})
WHERE profile.uid IS NOT NULL
WITH profile, COLLECT {
  MATCH (profile)-[:DISTILLED_FROM]->(record:Record)
  WHERE record.superseded_at = $open_end AND record.text <> ''
  RETURN {uid: record.uid, event_from: record.event_from}
  ORDER BY record.recorded_at DESC, record.uid } AS records
WHERE size(records) > 0
RETURN profile.uid AS uid, profile.attribute AS attribute, profile.value AS value,
  profile.confidence AS confidence, records,
  COLLECT {
    UNWIND records AS each
    MATCH (:Record {scope: $scope, uid: each.uid})-[:EVIDENCED_BY]->(turn:Turn)
    WITH DISTINCT turn ORDER BY turn.said_at, turn.position LIMIT 5
    RETURN turn {.uid, .session_uid, .speaker, .role, .text, .said_at, .utc_offset_minutes, .message_id, .position}
  } AS turns
ORDER BY profile.attribute, profile.confidence DESC, uid
