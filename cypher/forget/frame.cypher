// What the event frame of a segment is named by: entities and tags of the records that are left, and when the
// segment was said.
// params: scope, uid
// mode: read
MATCH (frame:Evidence {scope: $scope, uid: $uid})
RETURN
  COLLECT { MATCH (frame)<-[:PART_OF]-(:Record)-[:MENTIONS]->(entity) WHERE entity.scope = $scope RETURN entity.name } AS names,
  COLLECT { MATCH (frame)<-[:PART_OF]-(:Record)-[:ABOUT]->(topic) WHERE topic.scope = $scope RETURN topic.name } AS topics,
  head(COLLECT {
    MATCH (frame)<-[:PART_OF]-(:Record)-[:FROM_SEGMENT]->(:Segment)-[:COVERS]->(turn:Turn)
    RETURN turn {.said_at, .utc_offset_minutes} ORDER BY turn.position LIMIT 1
  }) AS said
