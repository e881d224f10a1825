// One page of a user's current records, in the order in which they were written, with the turns that prove
// them. A null filter admits everything.
// params: scope, after_at, after_uid, open_end, unknown, types, tags, entities, session_uid, agent_id, after, before, limit
// mode: read
MATCH (record:Record {scope: $scope})
WHERE record.recorded_at >= $after_at
  AND (record.recorded_at > $after_at OR record.uid > $after_uid)
  AND record.superseded_at = $open_end
  AND ($types IS NULL OR record.type IN $types)
  AND ($tags IS NULL OR any(tag IN $tags WHERE tag IN record.tags))
  AND ($session_uid IS NULL OR record.session_uid = $session_uid)
  AND ($agent_id IS NULL OR record.agent_id = $agent_id)
  AND ($after IS NULL OR record.event_to > $after)
  AND ($before IS NULL OR (record.event_from < $before AND record.event_to > $unknown))
  AND ($entities IS NULL OR EXISTS { (record)-[:MENTIONS]->(entity) WHERE entity.uid IN $entities })
WITH record ORDER BY record.recorded_at, record.uid LIMIT $limit
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
ORDER BY record.recorded_at, record.uid
