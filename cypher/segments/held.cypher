// Segments of a user that somebody is encoding, and until when the last of them is theirs at most.
// params: scope, now
// mode: read
MATCH (segment:Segment {scope: $scope, status: 'encoding'})
WHERE segment.lease_until >= $now
RETURN count(segment) AS segments, max(segment.lease_until) AS until
