// Vectors and times of nodes that had lost something.
// params: scope, nodes
// mode: write
UNWIND $nodes AS row
MATCH (node:Summary {scope: $scope, uid: row.uid})
SET node.from = row.from, node.to = row.to
WITH node, row
CALL db.create.setNodeVectorProperty(node, 'embedding', row.vector)
RETURN node.uid AS uid
