// Turns by the summary tree read flat: the nodes of all levels whose vector is nearest to each query; the turns
// of a leaf's segment, and the turns behind what an inner node quotes; nearest turns first.
// params: scope, queries, nodes, limit
// mode: read
UNWIND $queries AS query
CALL (query) {
  MATCH (node:Summary)
    SEARCH node IN (VECTOR INDEX summary_embedding FOR query.embedding WHERE node.scope = $scope LIMIT $nodes)
    SCORE AS near
  CALL (node) {
    MATCH (node)-[:SUMMARISES]->()-[:COVERS]->(turn)
    RETURN turn
    UNION
    WITH node WHERE NOT node.is_leaf
    UNWIND node.quotes AS quote
    MATCH (record:Record {scope: $scope, uid: quote})-[:EVIDENCED_BY]->(turn)
    WHERE turn.position IS NOT NULL
    RETURN turn
  }
  WITH turn, collect(node.uid)[0] AS node_uid
  WHERE turn.scope = $scope AND turn.context_embedding IS NOT NULL
  WITH turn, node_uid, vector.similarity.cosine(turn.context_embedding, query.embedding) AS score
  ORDER BY score DESC, turn.uid LIMIT $limit
  RETURN collect(turn.uid) AS turns, collect(node_uid) AS nodes
}
RETURN query.position AS position, turns, nodes
