// How much of one user's memory there is: nodes by label, segments by status, turns without vectors.
// params: scope, unknown
// mode: read
RETURN
  COUNT { MATCH (n:Session {scope: $scope}) WHERE n.uid IS NOT NULL } AS sessions,
  COUNT { MATCH (n:Turn {scope: $scope}) WHERE n.uid IS NOT NULL } AS turns,
  COUNT { MATCH (n:Passage {scope: $scope}) WHERE n.uid IS NOT NULL } AS passages,
  COUNT { MATCH (n:Segment {scope: $scope}) WHERE n.uid IS NOT NULL } AS segments,
  COUNT { MATCH (n:Record {scope: $scope}) WHERE n.recorded_at IS NOT NULL } AS records,
  COUNT { MATCH (n:Evidence {scope: $scope}) WHERE n.uid IS NOT NULL } AS evidence,
  COUNT { MATCH (n:Alias {scope: $scope}) WHERE n.uid IS NOT NULL } AS aliases,
  COUNT { MATCH (n:Unembedded {scope: $scope}) } AS unembedded,
  COLLECT {
    MATCH (segment:Segment {scope: $scope}) WHERE segment.status IS NOT NULL
    WITH segment.status AS status, count(*) AS count
    RETURN {status: status, count: count} ORDER BY status
  } AS statuses,
  COLLECT {
    MATCH (turn:Turn {scope: $scope}) WHERE turn.said_at > $unknown
    RETURN {first: min(turn.said_at), last: max(turn.said_at)}
  } AS said
