// Nodes whose words are old, deepest first: a node is summed up after its children.
// params: scope
// mode: read
MATCH (node:Summary {scope: $scope, stale: true})
RETURN node.uid AS uid, node.is_leaf AS is_leaf, node.leaf_count AS leaf_count,
  node.summarised_leaves AS summarised_leaves, node.depth AS depth
ORDER BY node.depth DESC, node.uid
