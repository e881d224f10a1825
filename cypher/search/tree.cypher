// Turns by the summary tree read flat: the nodes of all levels whose vector is nearest to each query; the turns
// of a leaf's segment, and the turns behind what an inner node quotes; nearest turns first.
// params: scope, queries, nodes, limit, paths
// mode: read
UNWIND $queries AS query
CALL (query) {
  MATCH (node:Summary)
    SEARCH node IN (VECTOR INDEX summary_embedding FOR query.embedding WHERE node.scope = $scope LIMIT $nodes)
    SCORE AS near
  CALL (node) {
    MATCH (node)-[tells:SUMMARISES]->(segment)-[covers:COVERS]->(turn)
    RETURN turn, CASE WHEN $paths THEN [labels(node), node.uid, '>' + type(tells), labels(segment), segment.uid,
      '>' + type(covers), labels(turn), turn.uid] END AS path
    UNION
    WITH node WHERE NOT node.is_leaf
    UNWIND node.quotes AS quote
    MATCH (record:Record {scope: $scope, uid: quote})-[proof:EVIDENCED_BY]->(turn)
    WHERE turn.position IS NOT NULL
    RETURN turn, CASE WHEN $paths THEN [labels(node), node.uid, '>quotes', labels(record), record.uid,
      '>' + type(proof), labels(turn), turn.uid] END AS path
  }
  WITH turn, collect([node.uid, path])[0] AS first
  WHERE turn.scope = $scope AND turn.context_embedding IS NOT NULL
  WITH turn, first, vector.similarity.cosine(turn.context_embedding, query.embedding) AS score
  ORDER BY score DESC, turn.uid LIMIT $limit
  RETURN collect(turn.uid) AS turns, collect(first[0]) AS nodes, collect(first[1]) AS paths
}
RETURN query.position AS position, turns, nodes, paths
