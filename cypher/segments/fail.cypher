// Notes why a segment could not be encoded; its turns stay as they are.
// params: scope, uid, owner, error
// mode: write
MATCH (segment:Segment {scope: $scope, uid: $uid})
WHERE segment.owner = $owner AND segment.status = 'encoding'
SET segment.status = 'failed', segment.error = $error
REMOVE segment.owner, segment.lease_until
