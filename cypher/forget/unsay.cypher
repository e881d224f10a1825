// Records that are going are locked, so that nothing is distilled from them meanwhile, by a property in no index:
// an index would still name them once they are gone in this transaction. The summaries above their segments say
// nothing until they are made again.
// params: scope, uids
// mode: write
UNWIND $uids AS uid
MATCH (:Record {scope: $scope, uid: uid})-[:CLOSED_VERSION_OF*0..16]-(record:Record)
WITH DISTINCT record ORDER BY record.uid
SET record.visits = record.visits
WITH record
MATCH (record)-[:FROM_SEGMENT]->(:Segment)<-[:SUMMARISES]-(leaf:Summary)
WITH DISTINCT leaf
MATCH (above:Summary)-[:PARENT_OF*0..64]->(leaf)
WITH DISTINCT above
SET above.stale = true, above.summarised_leaves = 0, above.text = '', above.quotes = []
