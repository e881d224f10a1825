// Takes segments for encoding, unless another encoder has them; the first SET takes the lock that makes
// the check hold.
// params: scope, uids, owner, now, lease_until
// mode: write
UNWIND $uids AS uid
MATCH (segment:Segment {scope: $scope, uid: uid})
SET segment.attempts = segment.attempts
WITH segment
WHERE segment.status IN ['closed', 'failed']
  OR (segment.status = 'encoding' AND segment.lease_until < $now)
SET segment.status = 'encoding', segment.owner = $owner, segment.lease_until = $lease_until,
  segment.attempts = segment.attempts + 1
REMOVE segment.error
RETURN segment.uid AS uid
