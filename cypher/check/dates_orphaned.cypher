// Days, months and years on which nothing hangs.
// params: scope, examples
// mode: read
CALL () {
  MATCH (node:Day {scope: $scope}) WHERE node.uid IS NOT NULL AND NOT EXISTS { (node)<-[:ON_DAY]-() }
  RETURN node.uid AS uid
  UNION ALL
  MATCH (node:Month {scope: $scope}) WHERE node.uid IS NOT NULL AND NOT EXISTS { (node)<-[:IN_MONTH]-() }
  RETURN node.uid AS uid
  UNION ALL
  MATCH (node:Year {scope: $scope}) WHERE node.uid IS NOT NULL AND NOT EXISTS { (node)<-[:IN_YEAR]-() }
  RETURN node.uid AS uid
}
WITH uid ORDER BY uid
RETURN count(uid) AS count, collect(uid)[..$examples] AS examples
