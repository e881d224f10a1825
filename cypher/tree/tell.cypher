// What nodes say from now on. stale: when another rewrite has added leaves meanwhile.
// params: scope, texts
// mode: write
UNWIND $texts AS row
MATCH (node:Summary {scope: $scope, uid: row.uid})
SET node.text = row.text, node.quotes = row.quotes, node.summarised_leaves = row.leaf_count,
  node.stale = node.leaf_count <> row.leaf_count
RETURN node.uid AS uid
