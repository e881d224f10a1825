// The segmenter's saved state and the session's last segment.
// params: scope, session_uid
// mode: read
MATCH (session:Session {scope: $scope, uid: $session_uid})
OPTIONAL MATCH (segment:Segment {scope: $scope, session_uid: $session_uid}) WHERE segment.position IS NOT NULL
RETURN session.segmented_to AS segmented_to, session.surprises AS surprises,
  coalesce(session.vector_sum, []) AS vector_sum, coalesce(session.vector_count, 0) AS vector_count,
  max(segment.position) AS last_position
