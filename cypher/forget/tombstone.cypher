// What is left of a record that a person deleted: its identity and its segment, so that encoding the segment
// again does not bring it back. An encoder that is at work on the segment has lost it.
// params: scope, uid, segment_uid, session_uid
// mode: write
MATCH (segment:Segment {scope: $scope, uid: $segment_uid})
MERGE (tombstone:Record {scope: $scope, uid: $uid})
SET tombstone.session_uid = $session_uid
MERGE (tombstone)-[:FROM_SEGMENT]->(segment)
WITH segment
WHERE segment.status = 'encoding'
SET segment.status = 'closed'
REMOVE segment.owner, segment.lease_until
