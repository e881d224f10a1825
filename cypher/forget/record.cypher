// A record that is to go, with its segment: of a closed copy the record that it closes.
// params: scope, uid
// mode: read
MATCH (named:Record {scope: $scope, uid: $uid})
WHERE named.text IS NOT NULL
MATCH (named)-[:CLOSED_VERSION_OF*0..16]->(record:Record)
WHERE NOT EXISTS { (record)-[:CLOSED_VERSION_OF]->(:Record) }
RETURN record.uid AS uid, record.session_uid AS session_uid,
  head(COLLECT { MATCH (record)-[:FROM_SEGMENT]->(segment:Segment) RETURN segment.uid }) AS segment_uid
