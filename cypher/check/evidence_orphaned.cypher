// Evidence nodes on which nothing hangs.
// params: scope, examples
// mode: read
MATCH (node:Evidence {scope: $scope})
WHERE node.uid IS NOT NULL AND NOT EXISTS {
  (node)<-[:MENTIONS|ABOUT|CONCERNS|PART_OF|OF_ENTITY|OF_TOPIC|INVOLVES]-()
}
WITH node.uid AS uid ORDER BY uid
RETURN count(uid) AS count, collect(uid)[..$examples] AS examples
