// What a locked session says of itself, from the turns that are left; what an encoder or the segmenter had
// noted of all of them goes.
// params: scope, session_uid, unknown
// mode: write
MATCH (session:Session {scope: $scope, uid: $session_uid})
CALL (session) {
  OPTIONAL MATCH (turn:Turn {scope: $scope, session_uid: $session_uid})
  WHERE turn.position >= 0
  RETURN count(turn) AS turns, collect(DISTINCT turn.speaker) AS speakers,
    min(CASE WHEN turn.said_at > $unknown THEN turn.said_at END) AS started_at,
    max(CASE WHEN turn.said_at > $unknown THEN turn.said_at END) AS ended_at
}
CALL (session) {
  OPTIONAL MATCH (session)-[:HAS_SEGMENT]->(:Segment)-[:COVERS]->(turn:Turn)
  RETURN coalesce(max(turn.position), -1) AS segmented_to
}
SET session.next = turns, session.speakers = [name IN session.speakers WHERE name IN speakers],
  session.started_at = started_at, session.ended_at = ended_at, session.segmented_to = segmented_to,
  session.surprises = []
REMOVE session.disambiguation_note, session.vector_sum, session.vector_count
RETURN turns
