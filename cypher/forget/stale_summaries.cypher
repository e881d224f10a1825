// Summaries of segments that lost turns, and all above them, say nothing until they are made again.
// params: scope, uids
// mode: write
UNWIND $uids AS uid
MATCH (:Segment {scope: $scope, uid: uid})<-[:SUMMARISES]-(leaf:Summary)
MATCH (above:Summary)-[:PARENT_OF*0..64]->(leaf)
WITH DISTINCT above
SET above.stale = true, above.text = ''
REMOVE above.embedding
RETURN count(*) AS summaries
