// Inner nodes go, but for the root, which is left without children.
// params: scope, root
// mode: write
CALL () {
  MATCH (top:Summary {scope: $scope, uid: $root})-[edge:PARENT_OF]->()
  DELETE edge
}
CALL () {
  MATCH (node:Summary {scope: $scope})
  WHERE node.uid <> $root AND NOT node.is_leaf
  DETACH DELETE node
  RETURN count(*) AS removed
}
RETURN removed
