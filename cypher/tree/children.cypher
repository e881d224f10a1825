// The children of an inner node, with what placing another one beside them needs.
// params: scope, parent_uid
// mode: read
MATCH (node:Summary {scope: $scope, parent_uid: $parent_uid})
RETURN node.uid AS uid, node.parent_uid AS parent_uid, node.depth AS depth, node.is_leaf AS is_leaf,
  node.child_count AS child_count, node.leaf_count AS leaf_count, node.embedding AS vector,
  node.from AS from, node.to AS to
ORDER BY node.uid
