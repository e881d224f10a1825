// The segmenter's saved state, the session's last segment, and the vectors of the session that was written
// last before this one.
// params: scope, session_uid
// mode: read
MATCH (session:Session {scope: $scope, uid: $session_uid})
OPTIONAL MATCH (segment:Segment {scope: $scope, session_uid: $session_uid}) WHERE segment.position IS NOT NULL
CALL (session) {
  OPTIONAL MATCH (before:Session {scope: $scope})
  WHERE before.written_at < session.written_at AND before.vector_count > 0
  RETURN before ORDER BY before.written_at DESC LIMIT 1
}
RETURN session.segmented_to AS segmented_to, session.surprises AS surprises,
  coalesce(session.vector_sum, []) AS vector_sum, coalesce(session.vector_count, 0) AS vector_count,
  coalesce(before.vector_sum, []) AS before_sum, coalesce(before.vector_count, 0) AS before_count,
  max(segment.position) AS last_position
