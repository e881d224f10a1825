// For each record the believed ones whose embedding is nearest, as far as both are about one subject or mention
// one entity; with the cosines of which a centred one is made.
// params: scope, uids, mean, limit, now
// mode: read
UNWIND $uids AS uid
MATCH (fresh:Record {scope: $scope, uid: uid})
WHERE fresh.embedding IS NOT NULL
CALL (fresh) {
  MATCH (record:Record)
    SEARCH record IN (VECTOR INDEX record_embedding FOR fresh.embedding
      WHERE record.scope = $scope AND record.recorded_at <= $now AND record.superseded_at > $now
      LIMIT $limit)
    SCORE AS score
  WITH record, score
  WHERE record.uid <> fresh.uid AND (record.subject = fresh.subject
    OR EXISTS {
      (fresh)-[:MENTIONS]->(entity)-[:MERGED_INTO*0..]-()<-[:MENTIONS]-(record) WHERE entity.scope = $scope
    })
  RETURN record, score ORDER BY score DESC
}
RETURN fresh.uid AS key, 2 * score - 1 AS cosine,
  CASE WHEN $mean IS NULL THEN null ELSE 2 * vector.similarity.cosine(fresh.embedding, $mean) - 1 END AS fresh_mean,
  CASE WHEN $mean IS NULL THEN null ELSE 2 * vector.similarity.cosine(record.embedding, $mean) - 1 END AS record_mean,
  record {.uid, .text, .source_role, .event_from, .event_to, .valid_from, .valid_to} AS record,
  COLLECT { MATCH (record)-[:EVIDENCED_BY]->(edit:Edit) RETURN edit.at ORDER BY edit.at DESC LIMIT 1 } AS edits,
  COLLECT {
    MATCH (record)-[:EVIDENCED_BY]->(turn:Turn)
    RETURN turn {.said_at, .recorded_at, .session_uid, .position, .speaker, .role, .text}
    ORDER BY turn.said_at, turn.position
  } AS turns
