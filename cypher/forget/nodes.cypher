// Removes at most $limit nodes of a user with their relationships, leaves first and sessions last, and says
// how many went of each label; no row when nothing is left but the user's own node.
// params: scope, limit
// mode: write
CALL () {
  MATCH (node:Passage {scope: $scope}) WHERE node.uid IS NOT NULL RETURN node, 'Passage' AS label LIMIT $limit
  UNION ALL
  MATCH (node:Record {scope: $scope}) WHERE node.uid IS NOT NULL RETURN node, 'Record' AS label LIMIT $limit
  UNION ALL
  MATCH (node:Profile {scope: $scope}) WHERE node.uid IS NOT NULL RETURN node, 'Profile' AS label LIMIT $limit
  UNION ALL
  MATCH (node:Summary {scope: $scope}) WHERE node.uid IS NOT NULL RETURN node, 'Summary' AS label LIMIT $limit
  UNION ALL
  MATCH (node:Evidence {scope: $scope}) WHERE node.uid IS NOT NULL RETURN node, 'Evidence' AS label LIMIT $limit
  UNION ALL
  MATCH (node:Alias {scope: $scope}) WHERE node.uid IS NOT NULL RETURN node, 'Alias' AS label LIMIT $limit
  UNION ALL
  MATCH (node:Segment {scope: $scope}) WHERE node.uid IS NOT NULL RETURN node, 'Segment' AS label LIMIT $limit
  UNION ALL
  MATCH (node:Day {scope: $scope}) WHERE node.uid IS NOT NULL RETURN node, 'Day' AS label LIMIT $limit
  UNION ALL
  MATCH (node:Month {scope: $scope}) WHERE node.uid IS NOT NULL RETURN node, 'Month' AS label LIMIT $limit
  UNION ALL
  MATCH (node:Year {scope: $scope}) WHERE node.uid IS NOT NULL RETURN node, 'Year' AS label LIMIT $limit
  UNION ALL
  MATCH (node:Turn {scope: $scope}) WHERE node.uid IS NOT NULL RETURN node, 'Turn' AS label LIMIT $limit
  UNION ALL
  MATCH (node:Edit {scope: $scope}) WHERE node.uid IS NOT NULL RETURN node, 'Edit' AS label LIMIT $limit
  UNION ALL
  MATCH (node:Session {scope: $scope}) WHERE node.uid IS NOT NULL RETURN node, 'Session' AS label LIMIT $limit
}
WITH node, label LIMIT $limit
DETACH DELETE node
RETURN label, count(*) AS removed
