// Vectors of nodes that have none.
// params: scope, nodes
// mode: write
CALL () {
  UNWIND $nodes.Record AS row
  MATCH (node:Record {scope: $scope, uid: row.uid})
  WHERE node.embedding IS NULL
  CALL db.create.setNodeVectorProperty(node, 'embedding', row.vector)
  RETURN count(*) AS records
}
CALL () {
  UNWIND $nodes.Relation AS row
  MATCH (node:Relation {scope: $scope, uid: row.uid})
  WHERE node.embedding IS NULL
  CALL db.create.setNodeVectorProperty(node, 'embedding', row.vector)
  RETURN count(*) AS relations
}
CALL () {
  UNWIND $nodes.Community AS row
  MATCH (node:Community {scope: $scope, uid: row.uid})
  WHERE node.embedding IS NULL
  CALL db.create.setNodeVectorProperty(node, 'embedding', row.vector)
  RETURN count(*) AS communitys
}
FINISH
