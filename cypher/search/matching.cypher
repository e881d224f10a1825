// The believed records that a filter by type, tag or entity admits, with the turns behind them.
// params: scope, types, tags, entity, known_at, true_from, true_to, limit
// mode: read
MATCH (record:Record)
WHERE record.scope = $scope AND ($types IS NULL OR record.type IN $types)
  AND ($tags IS NULL OR any(tag IN record.tags WHERE tag IN $tags))
  AND record.recorded_at <= $known_at AND record.superseded_at > $known_at
  AND record.valid_from <= $true_to AND record.valid_to > $true_from
  AND ($entity IS NULL
    OR EXISTS { (record)-[:MENTIONS]->(:Entity {scope: $scope, key: $entity}) }
    OR EXISTS { (record)-[:MENTIONS]->(:Entity {scope: $scope})<-[:NAMES]-(:Alias {scope: $scope, key: $entity}) })
MATCH (record)-[:EVIDENCED_BY]->(turn) WHERE turn.scope = $scope AND turn.position IS NOT NULL
RETURN turn.uid AS turn, collect(record.uid) AS records LIMIT $limit
