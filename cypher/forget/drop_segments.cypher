// Segments that cover nothing any more go, with the tombstones that hang on them.
// params: scope, uids
// mode: write
UNWIND $uids AS uid
MATCH (segment:Segment {scope: $scope, uid: uid})
WHERE NOT EXISTS { (segment)-[:COVERS]->(:Turn) }
OPTIONAL MATCH (tombstone:Record)-[:FROM_SEGMENT]->(segment)
WITH collect(DISTINCT segment) AS segments, collect(DISTINCT tombstone) AS tombstones
FOREACH (each IN tombstones | DETACH DELETE each)
FOREACH (each IN segments | DETACH DELETE each)
RETURN size(segments) AS segments
