// A leaf summarises its segment; no row when the segment is gone.
// params: scope, uid, segment_uid
// mode: write
MATCH (segment:Segment {scope: $scope, uid: $segment_uid})
MATCH (leaf:Summary {scope: $scope, uid: $uid})
MERGE (leaf)-[:SUMMARISES]->(segment)
RETURN leaf.uid AS uid
