// What the leaf of a segment says is old, and so is all above it.
// params: scope, segment_uid
// mode: write
MATCH (:Segment {scope: $scope, uid: $segment_uid})<-[:SUMMARISES]-(leaf:Summary)
MATCH (above:Summary)-[:PARENT_OF*0..64]->(leaf)
WITH DISTINCT above
SET above.stale = true
