// The segments that leaves summarise.
// params: scope, uids
// mode: read
UNWIND $uids AS uid
MATCH (leaf:Summary {scope: $scope, uid: uid})-[:SUMMARISES]->(segment)
RETURN segment.uid AS segment_uid
