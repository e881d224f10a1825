// Turns behind the records that hang on the evidence nodes whose name holds words of each query, and of entities merged
// with them.
// params: scope, queries, nodes, limit, known_at, true_from, true_to, paths
// mode: read
UNWIND $queries AS query
CALL (query) {
  CALL db.index.fulltext.queryNodes('evidence_text', query.lucene, {limit: $nodes}) YIELD node, score
  WITH node, score WHERE score > 0 AND node.scope = $scope
  ORDER BY score DESC, node.uid
  CALL (node) {
    MATCH (node)-[:MERGED_INTO*0..]-()<-[:MENTIONS|ABOUT|CONCERNS|PART_OF]-(record)
    WHERE record.scope = $scope AND record.recorded_at <= $known_at AND record.superseded_at > $known_at
      AND record.valid_from <= $true_to AND record.valid_to > $true_from
    RETURN DISTINCT record ORDER BY record.uid LIMIT 40
  }
  WITH node, score, record ORDER BY score DESC, node.uid, record.uid LIMIT $limit
  MATCH (record)-[proof:EVIDENCED_BY]->(turn) WHERE turn.scope = $scope AND turn.position IS NOT NULL
  WITH node, record, proof, turn ORDER BY score DESC, node.uid, record.uid, turn.position
  RETURN collect(turn.uid) AS turns, collect(node.uid) AS nodes,
    collect(CASE WHEN $paths THEN head(COLLECT {
      MATCH hops = (node)-[:MERGED_INTO*0..]-()<-[:MENTIONS|ABOUT|CONCERNS|PART_OF]-(record)
      WITH hops ORDER BY length(hops) LIMIT 1
      RETURN reduce(steps = [labels(node), node.uid], at IN range(0, length(hops) - 1) | steps +
        [CASE WHEN startNode(relationships(hops)[at]) = nodes(hops)[at] THEN '>' ELSE '<' END
          + type(relationships(hops)[at]), labels(nodes(hops)[at + 1]), nodes(hops)[at + 1].uid])
    }) + ['>' + type(proof), labels(turn), turn.uid] END) AS paths
}
RETURN query.position AS position, turns, nodes, paths
