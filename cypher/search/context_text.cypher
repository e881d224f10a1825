// Turns whose context holds the words of each query. `lucene` requires the tokens of scope, session and
// agent; the stretch of time is checked here.
// params: scope, queries, limit, after, before, paths
// mode: read
UNWIND $queries AS query
CALL (query) {
  CALL db.index.fulltext.queryNodes('turn_text', query.lucene, {limit: $limit}) YIELD node, score
  WITH node, score
  WHERE score > 0 AND node.scope = $scope AND node.said_at >= $after AND node.said_at < $before
  ORDER BY score DESC, node.uid
  RETURN collect(node.uid) AS turns, collect(CASE WHEN $paths THEN [labels(node), node.uid] END) AS paths
}
RETURN query.position AS position, turns, paths
