// Sessions whose turns do not have the places 0 to next − 1, one each.
// params: scope, examples
// mode: read
MATCH (session:Session {scope: $scope}) WHERE session.uid IS NOT NULL
CALL (session) {
  OPTIONAL MATCH (turn:Turn {scope: $scope, session_uid: session.uid})
  WHERE turn.position IS NOT NULL
  RETURN count(turn) AS turns, count(DISTINCT turn.position) AS places, coalesce(min(turn.position), 0) AS first,
    coalesce(max(turn.position), -1) AS last
}
WITH session, turns, places, first, last
WHERE turns <> session.next OR places <> turns OR first <> 0 OR last <> turns - 1
WITH session.uid AS uid ORDER BY uid
RETURN count(uid) AS count, collect(uid)[..$examples] AS examples
