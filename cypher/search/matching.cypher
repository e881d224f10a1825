// The believed records that a filter by type, tag or entity admits, with the turns behind them.
// params: scope, types, tags, entities, known_at, true_from, true_to, limit
// mode: read
MATCH (record:Record)
WHERE record.scope = $scope AND ($types IS NULL OR record.type IN $types)
  AND ($tags IS NULL OR any(tag IN record.tags WHERE tag IN $tags))
  AND record.recorded_at <= $known_at AND record.superseded_at > $known_at
  AND record.valid_from <= $true_to AND record.valid_to > $true_from
  AND ($entities IS NULL OR EXISTS { (record)-[:MENTIONS]->(entity) WHERE entity.uid IN $entities })
MATCH (record)-[:EVIDENCED_BY]->(turn) WHERE turn.scope = $scope AND turn.position IS NOT NULL
RETURN turn.uid AS turn, collect(record.uid) AS records ORDER BY turn LIMIT $limit
