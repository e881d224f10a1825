// Closed segments of a user that have no records yet, failed ones, and those whose encoder has vanished;
// in the order in which their sessions tell them.
// params: scope, now
// mode: read
MATCH (segment:Segment {scope: $scope})
WHERE segment.status IN ['closed', 'failed', 'encoding']
  AND (segment.status <> 'encoding' OR segment.lease_until < $now)
RETURN segment.uid AS uid, segment.session_uid AS session_uid
ORDER BY segment.session_uid, segment.position
