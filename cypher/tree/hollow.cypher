// Nodes without a vector, deepest first: that of a node follows from its children's.
// params: scope
// mode: read
MATCH (node:Summary {scope: $scope})
WHERE node.uid IS NOT NULL AND node.embedding IS NULL AND node.leaf_count > 0
RETURN node.uid AS uid, node.is_leaf AS is_leaf
ORDER BY node.depth DESC, node.uid
