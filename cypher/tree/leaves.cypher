// All leaves of a user, in the order of time.
// params: scope
// mode: read
MATCH (node:Summary {scope: $scope})
WHERE node.uid IS NOT NULL AND node.is_leaf
RETURN node.uid AS uid, node.parent_uid AS parent_uid, node.depth AS depth, node.is_leaf AS is_leaf,
  node.child_count AS child_count, node.leaf_count AS leaf_count, node.embedding AS vector,
  node.from AS from, node.to AS to
ORDER BY node.from, node.uid
