// Encoded segments that no leaf summarises, of those named or of all.
// params: scope, uids
// mode: read
CALL () {
  WITH $uids AS uids WHERE uids IS NOT NULL
  UNWIND uids AS uid
  MATCH (segment:Segment {scope: $scope, uid: uid}) WHERE segment.status = 'encoded'
  RETURN segment
  UNION ALL
  WITH $uids AS uids WHERE uids IS NULL
  MATCH (segment:Segment {scope: $scope, status: 'encoded'})
  RETURN segment
}
WITH segment WHERE NOT EXISTS { (segment)<-[:SUMMARISES]-() }
RETURN segment.uid AS uid
ORDER BY segment.session_uid, segment.position
