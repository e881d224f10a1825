// Nodes whose vector is missing and is made of their text alone, label by label in the order of their uids.
// params: scope, label, after, limit
// mode: read
CALL () {
  WITH $label AS label WHERE label = 'Record'
  MATCH (node:Record {scope: $scope})
  WHERE node.uid > $after AND node.embedding IS NULL AND node.text <> ''
  RETURN node ORDER BY node.uid LIMIT $limit
  UNION ALL
  WITH $label AS label WHERE label = 'Relation'
  MATCH (node:Relation {scope: $scope})
  WHERE node.uid > $after AND node.embedding IS NULL AND node.text <> ''
  RETURN node ORDER BY node.uid LIMIT $limit
  UNION ALL
  WITH $label AS label WHERE label = 'Community'
  MATCH (node:Community {scope: $scope})
  WHERE node.uid > $after AND node.embedding IS NULL AND node.text <> ''
  RETURN node ORDER BY node.uid LIMIT $limit
}
RETURN node.uid AS uid, node.text AS text
ORDER BY uid
