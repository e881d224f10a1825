// Removes at most $limit nodes of a user that a benchmark made, relationships included; 0 are left when the
// user is gone.
// params: scope, limit
// mode: write
CALL () {
  MATCH (node:Passage {scope: $scope}) WHERE node.uid IS NOT NULL RETURN node LIMIT $limit
  UNION ALL
  MATCH (node:Record {scope: $scope}) WHERE node.uid IS NOT NULL RETURN node LIMIT $limit
  UNION ALL
  MATCH (node:Evidence {scope: $scope}) WHERE node.uid IS NOT NULL RETURN node LIMIT $limit
  UNION ALL
  MATCH (node:Alias {scope: $scope}) WHERE node.uid IS NOT NULL RETURN node LIMIT $limit
  UNION ALL
  MATCH (node:Segment {scope: $scope}) WHERE node.uid IS NOT NULL RETURN node LIMIT $limit
  UNION ALL
  MATCH (node:Day {scope: $scope}) WHERE node.uid IS NOT NULL RETURN node LIMIT $limit
  UNION ALL
  MATCH (node:Month {scope: $scope}) WHERE node.uid IS NOT NULL RETURN node LIMIT $limit
  UNION ALL
  MATCH (node:Year {scope: $scope}) WHERE node.uid IS NOT NULL RETURN node LIMIT $limit
  UNION ALL
  MATCH (node:Turn {scope: $scope}) WHERE node.uid IS NOT NULL RETURN node LIMIT $limit
  UNION ALL
  MATCH (node:Session {scope: $scope}) WHERE node.uid IS NOT NULL RETURN node LIMIT $limit
  UNION ALL
  MATCH (node:Scope {scope: $scope}) RETURN node LIMIT $limit
}
WITH DISTINCT node LIMIT $limit
DETACH DELETE node
RETURN count(*) AS removed
