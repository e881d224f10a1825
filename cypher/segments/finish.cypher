// Ends the encoding of a segment that its owner still holds, and keeps the note it leaves to the next unless
// a later one is encoded already; no row when another encoder took it over.
// params: scope, uid, owner, note
// mode: write
MATCH (segment:Segment {scope: $scope, uid: $uid})
MATCH (session:Session {scope: $scope, uid: segment.session_uid})
SET session.agent_id = session.agent_id
WITH segment, session
WHERE segment.owner = $owner AND segment.status = 'encoding'
SET segment.status = 'encoded', session.disambiguation_note = CASE
  WHEN EXISTS {
    MATCH (later:Segment {scope: $scope, session_uid: segment.session_uid})
    WHERE later.position > segment.position AND later.status = 'encoded'
  } THEN session.disambiguation_note
  ELSE $note
END
REMOVE segment.owner, segment.lease_until
RETURN segment.attempts AS attempts
