// Turns that no closed segment covers, which the short-term tier holds too.
// params: scope
// mode: read
MATCH (session:Session {scope: $scope}) WHERE session.uid IS NOT NULL
CALL (session) {
  MATCH (turn:Turn {scope: $scope, session_uid: session.uid}) WHERE turn.position > session.segmented_to
  RETURN count(turn) AS turns
}
RETURN sum(turns) AS turns
