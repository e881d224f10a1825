// A record that is to go, with its segment.
// params: scope, uid
// mode: read
MATCH (record:Record {scope: $scope, uid: $uid})
WHERE record.text IS NOT NULL
RETURN record.uid AS uid, record.session_uid AS session_uid,
  head(COLLECT { MATCH (record)-[:FROM_SEGMENT]->(segment:Segment) RETURN segment.uid }) AS segment_uid
