// Nodes of a tree as a rewrite left them, parents first: places, counts, times and vectors; what an inner node
// says is old from now on. New ones begin without words.
// params: scope, nodes, now
// mode: write
UNWIND $nodes AS row
MERGE (node:Summary {scope: $scope, uid: row.uid})
ON CREATE SET node.text = '', node.quotes = [], node.summarised_leaves = 0, node.visits = 0, node.interactions = 0,
  node.last_used_at = $now, node.stale = row.is_leaf,
  node.tier = CASE WHEN row.is_leaf THEN 'short' ELSE 'mid' END,
  node:$(CASE WHEN row.is_leaf THEN 'ShortTerm' ELSE 'MidTerm' END)
SET node.depth = row.depth, node.is_leaf = row.is_leaf, node.parent_uid = row.parent_uid,
  node.child_count = row.child_count, node.leaf_count = row.leaf_count, node.from = row.from, node.to = row.to,
  node.summarised_leaves = CASE WHEN row.leaf_count < node.summarised_leaves THEN 0 ELSE node.summarised_leaves END,
  node.stale = CASE WHEN row.is_leaf THEN node.stale ELSE true END
WITH node, row
CALL (node, row) {
  WITH node, row WHERE row.vector IS NOT NULL
  CALL db.create.setNodeVectorProperty(node, 'embedding', row.vector)
}
WITH collect(row) AS rows
UNWIND rows AS row
WITH row WHERE row.parent_uid <> ''
MATCH (node:Summary {scope: $scope, uid: row.uid})
MATCH (parent:Summary {scope: $scope, uid: row.parent_uid})
CALL (node, parent) {
  MATCH (former)-[edge:PARENT_OF]->(node) WHERE former <> parent
  DELETE edge
}
MERGE (parent)-[:PARENT_OF]->(node)
