// Turns of the segments whose summary is nearest to each query, without the tree above them; nearest turns first.
// params: scope, queries, nodes, limit, paths
// mode: read
UNWIND $queries AS query
CALL (query) {
  MATCH (leaf:Summary)
    SEARCH leaf IN (VECTOR INDEX summary_embedding FOR query.embedding WHERE leaf.scope = $scope LIMIT 4 * $nodes)
    SCORE AS near
  WITH leaf, near WHERE leaf.is_leaf
  ORDER BY near DESC LIMIT $nodes
  MATCH (leaf)-[tells:SUMMARISES]->(segment)-[covers:COVERS]->(turn)
  WHERE turn.scope = $scope AND turn.context_embedding IS NOT NULL
  WITH turn, leaf, tells, segment, covers, vector.similarity.cosine(turn.context_embedding, query.embedding) AS score
  ORDER BY score DESC, turn.uid LIMIT $limit
  RETURN collect(turn.uid) AS turns, collect(leaf.uid) AS nodes,
    collect(CASE WHEN $paths THEN [labels(leaf), leaf.uid, '>' + type(tells),
      labels(segment), segment.uid, '>' + type(covers), labels(turn), turn.uid] END) AS paths
}
RETURN query.position AS position, turns, nodes, paths
