// Segments that have no records yet, or that could not be encoded.
// params: scope, examples
// mode: read
MATCH (node:Segment {scope: $scope})
WHERE node.status IN ['closed', 'failed', 'encoding']
WITH node.uid AS uid ORDER BY uid
RETURN count(uid) AS count, collect(uid)[..$examples] AS examples
