// A session without turns goes, with all that still hangs on it.
// params: scope, session_uid
// mode: write
MATCH (session:Session {scope: $scope, uid: $session_uid})
WHERE NOT EXISTS { (session)-[:HAS_TURN]->(:Turn) }
CALL (session) {
  OPTIONAL MATCH (session)-[:HAS_SEGMENT]->(segment:Segment)
  DETACH DELETE segment
}
CALL () {
  OPTIONAL MATCH (tombstone:Record {scope: $scope, session_uid: $session_uid})
  WHERE tombstone.text IS NULL
  DETACH DELETE tombstone
}
DETACH DELETE session
RETURN count(*) AS sessions
