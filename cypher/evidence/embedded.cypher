// Which of the given evidence nodes have a vector.
// params: scope, uids
// mode: read
UNWIND $uids AS uid
MATCH (node:Evidence {scope: $scope, uid: uid})
WHERE node.embedding IS NOT NULL
RETURN uid
