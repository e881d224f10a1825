// One page of a user's nodes of one label, in the order of their uids; vectors only where they are asked for.
// params: scope, label, after, limit, vectors
// mode: read
CALL () {
  WITH $label AS label WHERE label = 'Scope'
  MATCH (node:Scope {scope: $scope}) WHERE node.uid > $after
  RETURN node ORDER BY node.uid LIMIT $limit
  UNION ALL
  WITH $label AS label WHERE label = 'Session'
  MATCH (node:Session {scope: $scope}) WHERE node.uid > $after
  RETURN node ORDER BY node.uid LIMIT $limit
  UNION ALL
  WITH $label AS label WHERE label = 'Turn'
  MATCH (node:Turn {scope: $scope}) WHERE node.uid > $after
  RETURN node ORDER BY node.uid LIMIT $limit
  UNION ALL
  WITH $label AS label WHERE label = 'Passage'
  MATCH (node:Passage {scope: $scope}) WHERE node.uid > $after
  RETURN node ORDER BY node.uid LIMIT $limit
  UNION ALL
  WITH $label AS label WHERE label = 'Segment'
  MATCH (node:Segment {scope: $scope}) WHERE node.uid > $after
  RETURN node ORDER BY node.uid LIMIT $limit
  UNION ALL
  WITH $label AS label WHERE label = 'Edit'
  MATCH (node:Edit {scope: $scope}) WHERE node.uid > $after
  RETURN node ORDER BY node.uid LIMIT $limit
  UNION ALL
  WITH $label AS label WHERE label = 'Evidence'
  MATCH (node:Evidence {scope: $scope}) WHERE node.uid > $after
  RETURN node ORDER BY node.uid LIMIT $limit
  UNION ALL
  WITH $label AS label WHERE label = 'Alias'
  MATCH (node:Alias {scope: $scope}) WHERE node.uid > $after
  RETURN node ORDER BY node.uid LIMIT $limit
  UNION ALL
  WITH $label AS label WHERE label = 'Day'
  MATCH (node:Day {scope: $scope}) WHERE node.uid > $after
  RETURN node ORDER BY node.uid LIMIT $limit
  UNION ALL
  WITH $label AS label WHERE label = 'Month'
  MATCH (node:Month {scope: $scope}) WHERE node.uid > $after
  RETURN node ORDER BY node.uid LIMIT $limit
  UNION ALL
  WITH $label AS label WHERE label = 'Year'
  MATCH (node:Year {scope: $scope}) WHERE node.uid > $after
  RETURN node ORDER BY node.uid LIMIT $limit
  UNION ALL
  WITH $label AS label WHERE label = 'Record'
  MATCH (node:Record {scope: $scope}) WHERE node.uid > $after
  RETURN node ORDER BY node.uid LIMIT $limit
  UNION ALL
  WITH $label AS label WHERE label = 'Summary'
  MATCH (node:Summary {scope: $scope}) WHERE node.uid > $after
  RETURN node ORDER BY node.uid LIMIT $limit
  UNION ALL
  WITH $label AS label WHERE label = 'Profile'
  MATCH (node:Profile {scope: $scope}) WHERE node.uid > $after
  RETURN node ORDER BY node.uid LIMIT $limit
}
RETURN node.uid AS uid, labels(node) AS labels, CASE
  WHEN $vectors THEN properties(node)
  ELSE node {.*, embedding: null, context_embedding: null}
END AS properties
ORDER BY uid
