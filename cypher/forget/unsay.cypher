// Summaries above the segments of records that are going say nothing until they are made again.
// params: scope, uids
// mode: write
UNWIND $uids AS uid
MATCH (:Record {scope: $scope, uid: uid})-[:FROM_SEGMENT]->(:Segment)<-[:SUMMARISES]-(leaf:Summary)
WITH DISTINCT leaf
MATCH (above:Summary)-[:PARENT_OF*0..64]->(leaf)
WITH DISTINCT above
SET above.stale = true, above.told = 0, above.text = '', above.quotes = []
