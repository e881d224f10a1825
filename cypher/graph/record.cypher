// One record with its entities and the turns that prove it; one that was deleted by hand has no text.
// params: scope, uid
// mode: read
MATCH (record:Record {scope: $scope, uid: $uid})
WHERE record.text IS NOT NULL
RETURN record {.*, embedding: null, filter_tokens: null} AS record,
  COLLECT {
    MATCH (record)-[:MENTIONS]->()-[:MERGED_INTO*0..]->(entity) WHERE NOT EXISTS { (entity)-[:MERGED_INTO]->() }
    RETURN DISTINCT entity.name ORDER BY entity.name
  } AS entities,
  COLLECT {
    MATCH (record)-[:EVIDENCED_BY]->(turn:Turn)
    RETURN turn {.uid, .session_uid, .speaker, .said_at, .utc_offset_minutes, .text, .role, .message_id, .position}
    ORDER BY turn.position
  } AS turns
