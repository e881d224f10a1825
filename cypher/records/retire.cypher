// Records of a segment that a new encoding no longer yields are superseded; by the new record that shares
// most of their turns, where there is one. What a person wrote or changed stays, and so does the closed copy of
// a record that is yielded again. Returns how many.
// params: scope, segment_uid, uids, now, open_end
// mode: write
MATCH (:Segment {scope: $scope, uid: $segment_uid})<-[:FROM_SEGMENT]-(old:Record)
WHERE old.superseded_at = $open_end AND NOT old.uid IN $uids AND NOT EXISTS { (old)-[:EVIDENCED_BY]->(:Edit) }
  AND NOT EXISTS { (old)-[:CLOSED_VERSION_OF*1..16]->(origin:Record) WHERE origin.uid IN $uids }
SET old.superseded_at = $now
REMOVE old:Unsettled
WITH collect(old) AS retired
CALL (retired) {
  UNWIND retired AS old
  CALL (old) {
    MATCH (old)-[:EVIDENCED_BY]->(:Turn)<-[:EVIDENCED_BY]-(new:Record)
    WHERE new.uid IN $uids
    RETURN new, count(*) AS shared
    ORDER BY shared DESC, new.uid
    LIMIT 1
  }
  MERGE (new)-[edge:SUPERSEDES]->(old)
  SET edge.at = $now, edge.reason = 're-encoded'
}
RETURN size(retired) AS superseded
