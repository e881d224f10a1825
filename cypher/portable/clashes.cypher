// Places in sessions that the store has given to other turns than the file, and segments likewise.
// params: scope, turns, segments
// mode: read
CALL () {
  UNWIND $turns AS row
  MATCH (node:Turn {scope: $scope, session_uid: row.session_uid, position: row.position})
  WHERE node.uid <> row.uid
  RETURN 'turn' AS what, row.session_uid AS session_uid, row.position AS position
  LIMIT 1
  UNION ALL
  UNWIND $turns AS row
  MATCH (node:Turn {scope: $scope, uid: row.uid})
  WHERE node.position <> row.position
  RETURN 'turn' AS what, row.session_uid AS session_uid, row.position AS position
  LIMIT 1
  UNION ALL
  UNWIND $segments AS row
  MATCH (node:Segment {scope: $scope, session_uid: row.session_uid, position: row.position})
  WHERE node.uid <> row.uid
  RETURN 'segment' AS what, row.session_uid AS session_uid, row.position AS position
  LIMIT 1
}
RETURN what, session_uid, position
