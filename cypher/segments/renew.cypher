// Keeps segments that are being encoded from counting as abandoned, for as long as their owner works on them.
// params: scope, uids, owner, lease_until
// mode: write
UNWIND $uids AS uid
MATCH (segment:Segment {scope: $scope, uid: uid})
WHERE segment.owner = $owner AND segment.status = 'encoding'
SET segment.lease_until = $lease_until
