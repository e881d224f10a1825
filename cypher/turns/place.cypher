// What a locked session already holds: its next position, which of the given turns, and its last turns;
// and whether its user is being forgotten, which can be relied on only now that the lock is held.
// params: scope, session_uid, uids, reach
// mode: read
MATCH (session:Session {scope: $scope, uid: $session_uid})
CALL () {
  UNWIND $uids AS uid
  MATCH (turn:Turn {scope: $scope, uid: uid})
  RETURN collect({
    uid: turn.uid, text: turn.text, speaker: turn.speaker, context: turn.context,
    unembedded: turn:Unembedded, passages_missing: turn.passage_count IS NULL
  }) AS existing
}
CALL (session) {
  MATCH (turn:Turn {scope: $scope, session_uid: $session_uid})
  WHERE turn.position >= session.next - $reach
  RETURN collect({
    uid: turn.uid, position: turn.position, role: turn.role, speaker: turn.speaker, text: turn.text,
    said_at: turn.said_at, agent_id: turn.agent_id, context: turn.context, passages_missing: turn.passage_count IS NULL
  }) AS tail
}
RETURN session.next AS next, existing, tail,
  EXISTS { MATCH (scope:Scope {scope: $scope}) WHERE scope.forgetting_at IS NOT NULL } AS forgetting
