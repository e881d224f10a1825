// Turns behind the user's standing wishes that are nearest to each query: preferences and constraints, which
// compete among themselves. Beliefs as in search/records.
// params: scope, queries, limit, known_at, true_from, true_to, paths
// mode: read
UNWIND $queries AS query
CALL (query) {
  MATCH (record:Record)
    SEARCH record IN (VECTOR INDEX record_embedding FOR query.embedding
      WHERE record.scope = $scope AND record.type IN ['constraint', 'preference']
        AND record.recorded_at <= $known_at AND record.superseded_at > $known_at
        AND record.valid_from <= $true_to AND record.valid_to > $true_from
      LIMIT $limit)
    SCORE AS score
  WITH record, score WHERE record.source_role <> 'assistant'
  MATCH (record)-[proof:EVIDENCED_BY]->(turn)
  WHERE turn.scope = $scope AND turn.position IS NOT NULL AND turn.role IN ['user', 'memory']
  WITH record, proof, turn ORDER BY score DESC, record.uid, turn.position
  RETURN collect(turn.uid) AS turns, collect(record.uid) AS nodes,
    collect(CASE WHEN $paths
      THEN [labels(record), record.uid, '>' + type(proof), labels(turn), turn.uid] END) AS paths
}
RETURN query.position AS position, turns, nodes, paths
