// Chosen turns with the believed records that they prove, and the names that these mention.
// params: scope, turns, known_at, true_from, true_to
// mode: read
UNWIND $turns AS uid
MATCH (turn:Turn {scope: $scope, uid: uid})
RETURN turn {.uid, .session_uid, .position, .speaker, .role, .said_at, .utc_offset_minutes, .text, .metadata_json,
    .message_id} AS turn,
  COLLECT {
    MATCH (turn)<-[:EVIDENCED_BY]-(record:Record {scope: $scope})
    WHERE record.recorded_at <= $known_at AND record.superseded_at > $known_at
      AND record.valid_from <= $true_to AND record.valid_to > $true_from AND record.text IS NOT NULL
    RETURN record {.uid, .type, .text, .event_from, .event_to, .valid_from, .valid_to, .recorded_at,
      turns: COLLECT { MATCH (record)-[:EVIDENCED_BY]->(proof:Turn {scope: $scope})
        RETURN proof.uid ORDER BY proof.position },
      entities: COLLECT { MATCH (record)-[:MENTIONS]->(entity:Entity {scope: $scope})
        RETURN entity.name ORDER BY entity.name }}
    ORDER BY record.uid
  } AS records
