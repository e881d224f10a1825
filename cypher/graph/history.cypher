// The versions of a record, oldest first: what it replaced and what replaced it, their closed copies and what a
// person took back, each with its evidence, the edits by hand among it, and what superseded it.
// params: scope, uid
// mode: read
MATCH (:Record {scope: $scope, uid: $uid})-[:CLOSED_VERSION_OF*0..16]->(record:Record)
WHERE record.text IS NOT NULL AND NOT EXISTS { (record)-[:CLOSED_VERSION_OF]->(:Record) }
CALL (record) {
  MATCH (record)-[:SUPERSEDES|REVOKED_SUPERSESSION*0..64]->(version:Record)
  RETURN DISTINCT version
  UNION
  MATCH (record)<-[:SUPERSEDES|REVOKED_SUPERSESSION*1..64]-(version:Record)
  RETURN DISTINCT version
}
WITH DISTINCT version
MATCH (version)<-[:CLOSED_VERSION_OF*0..16]-(told:Record)
WITH DISTINCT told AS version
RETURN version {.*, embedding: null, filter_tokens: null} AS record,
  COLLECT {
    MATCH (version)-[:MENTIONS]->()-[:MERGED_INTO*0..]->(entity) WHERE NOT EXISTS { (entity)-[:MERGED_INTO]->() }
    RETURN DISTINCT entity.name ORDER BY entity.name
  } AS entities,
  COLLECT {
    MATCH (version)-[:EVIDENCED_BY]->(turn:Turn)
    RETURN turn {.uid, .session_uid, .speaker, .said_at, .utc_offset_minutes, .text, .role, .message_id, .position}
    ORDER BY turn.position
  } AS turns,
  COLLECT {
    MATCH (version)-[:EVIDENCED_BY]->(edit:Edit)
    RETURN edit {.uid, .by, .at, .reason} ORDER BY edit.at
  } AS edits,
  COLLECT {
    MATCH (version)<-[edge:SUPERSEDES]-(newer:Record)
    RETURN {id: newer.uid, at: edge.at, reason: edge.reason} ORDER BY edge.at
  } AS replaced,
  COLLECT {
    MATCH (version)<-[edge:REVOKED_SUPERSESSION]-(newer:Record)
    RETURN {id: newer.uid, at: edge.at, reason: edge.reason} ORDER BY edge.at
  } AS spared,
  head(COLLECT { MATCH (version)-[:CLOSED_VERSION_OF]->(origin:Record) RETURN origin.uid }) AS closes
ORDER BY version.recorded_at, version.uid
LIMIT 200
