// Turns that have another number of passages than was counted when they were embedded.
// params: scope, examples
// mode: read
MATCH (node:Turn {scope: $scope})
WHERE node.uid IS NOT NULL AND node.passage_count IS NOT NULL
  AND node.passage_count <> COUNT { (node)-[:HAS_PASSAGE]->() }
WITH node.uid AS uid ORDER BY uid
RETURN count(uid) AS count, collect(uid)[..$examples] AS examples
