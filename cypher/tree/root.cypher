// The root of a user's tree, made if need be and locked until the transaction ends: one rewrite at a time.
// No row when the user is gone or is being forgotten: before there is a root, the lock on the user tells.
// params: scope, uid, now, unknown
// mode: write
MATCH (scope:Scope {scope: $scope})
CALL (scope) {
  WITH scope WHERE NOT EXISTS { (scope)-[:TREE_ROOT]->() }
  SET scope.uid = scope.uid
}
WITH scope WHERE scope.forgetting_at IS NULL
MERGE (root:Summary {scope: $scope, uid: $uid})
ON CREATE SET root.depth = 0, root.is_leaf = false, root.parent_uid = '', root.child_count = 0, root.leaf_count = 0,
  root.text = '', root.quotes = [], root.summarised_leaves = 0, root.stale = false,
  root.from = $unknown, root.to = $unknown,
  root.tier = 'mid', root.visits = 0, root.interactions = 0, root.last_used_at = $now, root:MidTerm
ON MATCH SET root.depth = root.depth
MERGE (scope)-[:TREE_ROOT]->(root)
RETURN root.uid AS uid, root.parent_uid AS parent_uid, root.depth AS depth, root.is_leaf AS is_leaf,
  root.child_count AS child_count, root.leaf_count AS leaf_count, root.embedding AS vector,
  root.from AS from, root.to AS to
