// The turns under leaves of the summary tree, nearest to a query first.
// params: scope, queries, limit, paths
// mode: read
UNWIND $queries AS query
CALL (query) {
  UNWIND query.leaves AS uid
  MATCH (leaf:Summary {scope: $scope, uid: uid})
    -[tells:SUMMARISES]->(segment)-[covers:COVERS]->(turn)
  WHERE turn.scope = $scope AND turn.context_embedding IS NOT NULL
  WITH turn, uid, leaf, tells, segment, covers,
    vector.similarity.cosine(turn.context_embedding, query.embedding) AS score
  ORDER BY score DESC, turn.uid LIMIT $limit
  RETURN collect(turn.uid) AS turns, collect(uid) AS nodes,
    collect(CASE WHEN $paths THEN [labels(leaf), leaf.uid, '>' + type(tells),
      labels(segment), segment.uid, '>' + type(covers), labels(turn), turn.uid] END) AS paths
}
RETURN query.position AS position, turns, nodes, paths
