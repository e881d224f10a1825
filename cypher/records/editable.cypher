// A record as an edit by hand needs it: its properties, its segment, the names it mentions, and the turns behind it.
// params: scope, uid
// mode: read
MATCH (record:Record {scope: $scope, uid: $uid})
WHERE record.text IS NOT NULL
RETURN record {.*, embedding: null, filter_tokens: null} AS record,
  head(COLLECT { MATCH (record)-[:FROM_SEGMENT]->(segment:Segment) RETURN segment.uid }) AS segment_uid,
  COLLECT { MATCH (record)-[:MENTIONS]->(entity:Entity) RETURN entity.name ORDER BY entity.name } AS entities,
  COLLECT {
    MATCH (record)-[:EVIDENCED_BY]->(turn:Turn)
    RETURN turn {.said_at, .utc_offset_minutes} ORDER BY turn.position
  } AS turns
