// Segments with the turns they cover, in order.
// params: scope, uids
// mode: read
UNWIND $uids AS uid
MATCH (segment:Segment {scope: $scope, uid: uid})-[:COVERS]->(turn:Turn)
WITH segment, turn ORDER BY turn.position
RETURN segment.uid AS uid, segment.session_uid AS session_uid, segment.position AS position, collect({
  uid: turn.uid, position: turn.position, role: turn.role, speaker: turn.speaker, text: turn.text,
  said_at: turn.said_at, utc_offset_minutes: turn.utc_offset_minutes, agent_id: turn.agent_id,
  metadata_json: turn.metadata_json, message_id: turn.message_id
}) AS turns
ORDER BY session_uid, position
