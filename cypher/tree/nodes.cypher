// The nodes of a tree down to a depth, upper ones first, each level by time.
// params: scope, depth, limit
// mode: read
MATCH (node:Summary {scope: $scope})
WHERE node.uid IS NOT NULL AND node.depth <= $depth
WITH node ORDER BY node.depth, node.from, node.uid LIMIT $limit
OPTIONAL MATCH (node)-[:SUMMARISES]->(segment)
RETURN node.uid AS uid, node.parent_uid AS parent_uid, node.depth AS depth, node.is_leaf AS is_leaf,
  node.leaf_count AS leaf_count, node.child_count AS child_count, node.text AS text, node.stale AS stale,
  node.tier AS tier, node.from AS from, node.to AS to, segment.uid AS segment_uid,
  segment.session_uid AS session_uid
ORDER BY node.depth, node.from, node.uid
