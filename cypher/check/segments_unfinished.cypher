// Segments that have no records yet, or that could not be encoded, and why the first of these could not.
// params: scope, examples
// mode: read
MATCH (node:Segment {scope: $scope})
WHERE node.status IN ['closed', 'failed', 'encoding']
WITH node ORDER BY node.uid
RETURN count(node) AS count, collect(node.uid)[..$examples] AS examples, head(collect(node.error)) AS reason
