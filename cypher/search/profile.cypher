// Turns behind the user's traits that are nearest to each query: the believed records from which they were
// distilled. Beliefs as in search/records.
// params: scope, queries, limit, known_at, true_from, true_to, paths
// mode: read
UNWIND $queries AS query
CALL (query) {
  MATCH (profile:Profile {scope: $scope})-[origin:DISTILLED_FROM]->(record)
  WHERE profile.uid IS NOT NULL AND record.scope = $scope AND record.embedding IS NOT NULL
    AND record.recorded_at <= $known_at AND record.superseded_at > $known_at
    AND record.valid_from <= $true_to AND record.valid_to > $true_from
  WITH record, head(collect([profile, origin])) AS distilled
  WITH record, distilled, vector.similarity.cosine(record.embedding, query.embedding) AS score
  ORDER BY score DESC, record.uid LIMIT $limit
  MATCH (record)-[proof:EVIDENCED_BY]->(turn) WHERE turn.scope = $scope AND turn.position IS NOT NULL
  RETURN collect(turn.uid) AS turns, collect(record.uid) AS nodes,
    collect(CASE WHEN $paths THEN [labels(distilled[0]), distilled[0].uid, '>' + type(distilled[1]),
      labels(record), record.uid, '>' + type(proof), labels(turn), turn.uid] END) AS paths
}
RETURN query.position AS position, turns, nodes, paths
