// Records that nothing proves.
// params: scope, examples
// mode: read
MATCH (node:Record {scope: $scope})
WHERE node.recorded_at IS NOT NULL AND NOT EXISTS { (node)-[:EVIDENCED_BY]->() }
WITH node.uid AS uid ORDER BY uid
RETURN count(uid) AS count, collect(uid)[..$examples] AS examples
