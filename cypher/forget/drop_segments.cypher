// Segments that cover nothing any more go, and the ones beside them become neighbours.
// params: scope, uids
// mode: write
UNWIND $uids AS uid
MATCH (segment:Segment {scope: $scope, uid: uid})
WHERE NOT EXISTS { (segment)-[:COVERS]->(:Turn) }
CALL (segment) {
  OPTIONAL MATCH (tombstone:Record)-[:FROM_SEGMENT]->(segment)
  DETACH DELETE tombstone
}
CALL (segment) {
  MATCH (before:Segment)-[:NEXT]->(segment)-[:NEXT]->(after:Segment)
  MERGE (before)-[:NEXT]->(after)
}
DETACH DELETE segment
RETURN count(*) AS segments
