// Turns by their passages: for each query the passages whose embedding is nearest, best first.
// params: scope, queries, limit, paths
// mode: read
UNWIND $queries AS query
CALL (query) {
  MATCH (passage:Passage)
    SEARCH passage IN (VECTOR INDEX passage_embedding FOR query.embedding WHERE passage.scope = $scope LIMIT $limit)
    SCORE AS score
  WITH passage, score ORDER BY score DESC, passage.uid
  RETURN collect(passage.turn_uid) AS turns,
    collect(CASE WHEN $paths THEN head(COLLECT {
      MATCH (passage)<-[tie:HAS_PASSAGE]-(turn) WHERE turn.scope = $scope
      RETURN [labels(passage), passage.uid, '<' + type(tie), labels(turn), turn.uid] }) END) AS paths
}
RETURN query.position AS position, turns, paths
