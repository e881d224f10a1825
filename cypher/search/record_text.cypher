// Turns behind the records that hold the words of each query; beliefs as in search/records.
// params: scope, queries, limit, known_at, true_from, true_to, paths
// mode: read
UNWIND $queries AS query
CALL (query) {
  CALL db.index.fulltext.queryNodes('record_text', query.lucene, {limit: $limit}) YIELD node AS record, score
  WITH record, score
  WHERE score > 0 AND record.scope = $scope
    AND record.recorded_at <= $known_at AND record.superseded_at > $known_at
    AND record.valid_from <= $true_to AND record.valid_to > $true_from
  MATCH (record)-[proof:EVIDENCED_BY]->(turn) WHERE turn.scope = $scope AND turn.position IS NOT NULL
  WITH record, proof, turn ORDER BY score DESC, record.uid, turn.position
  RETURN collect(turn.uid) AS turns, collect(record.uid) AS nodes,
    collect(CASE WHEN $paths
      THEN [labels(record), record.uid, '>' + type(proof), labels(turn), turn.uid] END) AS paths
}
RETURN query.position AS position, turns, nodes, paths
