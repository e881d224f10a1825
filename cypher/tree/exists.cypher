// Whether a node is there.
// params: scope, uid
// mode: read
MATCH (node:Summary {scope: $scope, uid: $uid})
RETURN node.uid AS uid
