// Turns by their context, as search/contexts, within a session, an agent and a stretch of time.
// params: scope, queries, limit, session_from, session_to, agent_from, agent_to, after, before, paths
// mode: read
UNWIND $queries AS query
CALL (query) {
  MATCH (turn:Turn)
    SEARCH turn IN (VECTOR INDEX turn_context_embedding FOR query.embedding
      WHERE turn.scope = $scope
        AND turn.session_uid >= $session_from AND turn.session_uid <= $session_to
        AND turn.agent_id >= $agent_from AND turn.agent_id <= $agent_to
        AND turn.said_at >= $after AND turn.said_at < $before
      LIMIT $limit)
    SCORE AS score
  WITH turn, score ORDER BY score DESC, turn.uid
  RETURN collect(turn.uid) AS turns, collect(CASE WHEN $paths THEN [labels(turn), turn.uid] END) AS paths
}
RETURN query.position AS position, turns, paths
