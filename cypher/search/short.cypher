// The whole short-term tier, latest first: turns that no closed segment covers, and those of segments whose
// summary is in it. Nothing is compared with the queries.
// params: scope, queries, limit, paths
// mode: read
CALL () {
  MATCH (session:Session {scope: $scope}) WHERE session.uid IS NOT NULL
  MATCH (turn:Turn {scope: $scope, session_uid: session.uid}) WHERE turn.position > session.segmented_to
  RETURN turn, CASE WHEN $paths THEN [labels(turn), turn.uid] END AS path
  UNION
  MATCH (leaf:Summary {scope: $scope}) WHERE leaf.uid IS NOT NULL AND leaf.is_leaf AND leaf.tier = 'short'
  MATCH (leaf)-[tells:SUMMARISES]->(segment)-[covers:COVERS]->(turn)
  WHERE turn.scope = $scope AND turn.position IS NOT NULL
  RETURN turn, CASE WHEN $paths THEN [labels(leaf), leaf.uid, '>' + type(tells), labels(segment), segment.uid,
    '>' + type(covers), labels(turn), turn.uid] END AS path
}
WITH turn, path ORDER BY turn.recorded_at DESC, turn.position DESC, turn.uid LIMIT $limit
WITH collect(turn.uid) AS turns, collect(path) AS paths
UNWIND $queries AS query
RETURN query.position AS position, turns, paths
