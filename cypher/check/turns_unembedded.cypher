// Turns whose vectors are missing or out of date, and why the embedder refused the first that it refused.
// params: scope, examples
// mode: read
MATCH (node:Unembedded {scope: $scope})
WITH node ORDER BY node.uid
RETURN count(node) AS count, collect(node.uid)[..$examples] AS examples,
  head(collect(node.embedding_error)) AS reason
