// What turns of a locked session reach: themselves with their places, the records they prove, and the segments
// that cover them or from which these records come.
// params: scope, session_uid, uids
// mode: read
UNWIND $uids AS uid
MATCH (turn:Turn {scope: $scope, uid: uid})
WHERE turn.session_uid = $session_uid
WITH collect(turn) AS turns
RETURN [turn IN turns | {uid: turn.uid, position: turn.position}] AS turns,
  COLLECT {
    UNWIND turns AS turn
    MATCH (turn)<-[:EVIDENCED_BY]-(record:Record)
    RETURN DISTINCT record.uid ORDER BY record.uid
  } AS records,
  COLLECT {
    UNWIND turns AS turn
    MATCH (turn)<-[:EVIDENCED_BY]-(:Record)-[:FROM_SEGMENT]->(segment:Segment)
    RETURN segment.uid
    UNION
    UNWIND turns AS turn
    MATCH (turn)<-[:COVERS]-(segment:Segment)
    RETURN segment.uid
  } AS segments
