// All that is under nodes that went down a level goes down with them; a node that is named twice, twice.
// params: scope, uids
// mode: write
UNWIND $uids AS uid
MATCH (above:Summary {scope: $scope, uid: uid})-[:PARENT_OF*1..64]->(node)
SET node.depth = node.depth + 1
