// How large a user's tree is.
// params: scope
// mode: read
MATCH (node:Summary {scope: $scope})
WHERE node.uid IS NOT NULL
RETURN sum(CASE WHEN node.is_leaf THEN 1 ELSE 0 END) AS leaves,
  sum(CASE WHEN node.is_leaf THEN 0 ELSE 1 END) AS inner, max(node.depth) AS depth,
  max(node.child_count) AS fan_out, sum(CASE WHEN node.stale THEN 1 ELSE 0 END) AS stale
