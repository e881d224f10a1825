// Turns by their passages, as search/passages, within a session, an agent and a stretch of time.
// params: scope, queries, limit, session_from, session_to, agent_from, agent_to, after, before, paths
// mode: read
UNWIND $queries AS query
CALL (query) {
  MATCH (passage:Passage)
    SEARCH passage IN (VECTOR INDEX passage_embedding FOR query.embedding
      WHERE passage.scope = $scope
        AND passage.session_uid >= $session_from AND passage.session_uid <= $session_to
        AND passage.agent_id >= $agent_from AND passage.agent_id <= $agent_to
        AND passage.said_at >= $after AND passage.said_at < $before
      LIMIT $limit)
    SCORE AS score
  WITH passage, score ORDER BY score DESC, passage.uid
  RETURN collect(passage.turn_uid) AS turns,
    collect(CASE WHEN $paths THEN head(COLLECT {
      MATCH (passage)<-[tie:HAS_PASSAGE]-(turn) WHERE turn.scope = $scope
      RETURN [labels(passage), passage.uid, '<' + type(tie), labels(turn), turn.uid] }) END) AS paths
}
RETURN query.position AS position, turns, paths
