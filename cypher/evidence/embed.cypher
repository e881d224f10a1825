// Vectors of evidence nodes that have none.
// params: scope, nodes
// mode: write
UNWIND $nodes AS row
MATCH (node:Evidence {scope: $scope, uid: row.uid})
WHERE node.embedding IS NULL
CALL db.create.setNodeVectorProperty(node, 'embedding', row.embedding)
RETURN count(*) AS nodes
