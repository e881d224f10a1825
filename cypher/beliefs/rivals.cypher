// Believed records that claim something of the same subject and attribute, the latest $limit of each key.
// params: scope, keys, limit, open_end
// mode: read
UNWIND $keys AS key
CALL (key) {
  MATCH (record:Record {scope: $scope, claim: key})
  WHERE record.superseded_at = $open_end
  RETURN record ORDER BY record.recorded_at DESC, record.uid LIMIT $limit
}
RETURN key, record {.uid, .text, .source_role, .event_from, .event_to, .valid_from, .valid_to} AS record,
  COLLECT { MATCH (record)-[:EVIDENCED_BY]->(edit:Edit) RETURN edit.at ORDER BY edit.at DESC LIMIT 1 } AS edits,
  COLLECT {
    MATCH (record)-[:EVIDENCED_BY]->(turn:Turn)
    RETURN turn {.said_at, .recorded_at, .session_uid, .position, .speaker, .role, .text}
    ORDER BY turn.said_at, turn.position
  } AS turns
