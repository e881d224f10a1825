// Turns behind the records that hang on the evidence nodes nearest to each query: nodes in order of score,
// and under each node its records and those of entities merged with it, the nearest to the query first.
// params: scope, queries, nodes, limit, known_at, true_from, true_to
// mode: read
UNWIND $queries AS query
CALL (query) {
  MATCH (node:Evidence)
    SEARCH node IN (VECTOR INDEX evidence_embedding FOR query.embedding WHERE node.scope = $scope LIMIT $nodes)
    SCORE AS score
  WITH node, score ORDER BY score DESC, node.uid
  CALL (node) {
    MATCH (node)-[:MERGED_INTO*0..]-()<-[:MENTIONS|ABOUT|CONCERNS|PART_OF]-(record)
    WHERE record.scope = $scope AND record.recorded_at <= $known_at AND record.superseded_at > $known_at
      AND record.valid_from <= $true_to AND record.valid_to > $true_from
    RETURN DISTINCT record ORDER BY record.uid LIMIT 40
  }
  WITH node, score, record, vector.similarity.cosine(record.embedding, query.embedding) AS nearness
  ORDER BY score DESC, node.uid, nearness DESC, record.uid LIMIT $limit
  MATCH (record)-[:EVIDENCED_BY]->(turn) WHERE turn.scope = $scope AND turn.position IS NOT NULL
  WITH node, turn ORDER BY score DESC, node.uid, nearness DESC, record.uid, turn.position
  RETURN collect(turn.uid) AS turns, collect(node.uid) AS nodes
}
RETURN query.position AS position, turns, nodes
