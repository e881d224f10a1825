// Ties records to their segment and to the turns that prove them; rows come sorted by turn.
// params: scope, segment_uid, proofs
// mode: write
MATCH (segment:Segment {scope: $scope, uid: $segment_uid})
UNWIND $proofs AS row
MATCH (record:Record {scope: $scope, uid: row.record_uid})
MATCH (turn:Turn {scope: $scope, uid: row.turn_uid})
MERGE (record)-[:EVIDENCED_BY]->(turn)
MERGE (record)-[:FROM_SEGMENT]->(segment)
