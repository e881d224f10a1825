// Records that are believed although another has superseded them.
// params: scope, open_end, examples
// mode: read
MATCH (node:Record {scope: $scope})
WHERE node.recorded_at IS NOT NULL AND node.superseded_at = $open_end AND EXISTS { (node)<-[:SUPERSEDES]-(:Record) }
WITH node.uid AS uid ORDER BY uid
RETURN count(uid) AS count, collect(uid)[..$examples] AS examples
