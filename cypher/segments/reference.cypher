// The last records of a session before a segment that are still believed, latest first, and the note that the
// session carries, unless a later segment left it.
// params: scope, session_uid, position, limit, open_end
// mode: read
MATCH (session:Session {scope: $scope, uid: $session_uid})
RETURN CASE
  WHEN EXISTS {
    MATCH (later:Segment {scope: $scope, session_uid: $session_uid})
    WHERE later.position > $position AND later.status = 'encoded'
  } THEN null
  ELSE session.disambiguation_note
END AS note, COLLECT {
  MATCH (segment:Segment {scope: $scope, session_uid: $session_uid})
  WHERE segment.position < $position AND segment.position >= $position - $limit
  MATCH (segment)<-[:FROM_SEGMENT]-(record:Record)
  WHERE record.superseded_at = $open_end
  RETURN record.text ORDER BY segment.position DESC, record.uid LIMIT $limit
} AS records
