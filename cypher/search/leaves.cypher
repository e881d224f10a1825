// The turns under leaves of the summary tree, nearest to a query first.
// params: scope, queries, limit
// mode: read
UNWIND $queries AS query
CALL (query) {
  UNWIND query.leaves AS uid
  MATCH (leaf:Summary {scope: $scope, uid: uid})-[:SUMMARISES]->()-[:COVERS]->(turn)
  WHERE turn.scope = $scope AND turn.context_embedding IS NOT NULL
  WITH turn, uid, vector.similarity.cosine(turn.context_embedding, query.embedding) AS score
  ORDER BY score DESC, turn.uid LIMIT $limit
  RETURN collect(turn.uid) AS turns, collect(uid) AS nodes
}
RETURN query.position AS position, turns, nodes
