// Turns whose context embedding is nearest to each query, best first.
// params: scope, queries, limit, paths
// mode: read
UNWIND $queries AS query
CALL (query) {
  MATCH (turn:Turn)
    SEARCH turn IN (VECTOR INDEX turn_context_embedding FOR query.embedding WHERE turn.scope = $scope LIMIT $limit)
    SCORE AS score
  WITH turn, score ORDER BY score DESC, turn.uid
  RETURN collect(turn.uid) AS turns, collect(CASE WHEN $paths THEN [labels(turn), turn.uid] END) AS paths
}
RETURN query.position AS position, turns, paths
