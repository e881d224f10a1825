// Turns whose context lost words have made vectors of leaves: these, and those above, are to be made again.
// params: scope, turns
// mode: write
UNWIND $turns AS uid
MATCH (turn:Turn {scope: $scope, uid: uid})<-[:COVERS]-(:Segment)<-[:SUMMARISES]-(leaf:Summary)
WITH DISTINCT leaf
MATCH (above:Summary)-[:PARENT_OF*0..64]->(leaf)
WITH DISTINCT above
REMOVE above.embedding
