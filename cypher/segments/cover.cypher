// Ties new segments to their turns; rows come sorted by turn, the order in which all writers lock turns.
// params: scope, covers
// mode: write
UNWIND $covers AS row
MATCH (segment:Segment {scope: $scope, uid: row.segment_uid})
MATCH (turn:Turn {scope: $scope, uid: row.turn_uid})
MERGE (segment)-[:COVERS]->(turn)
