// Encoded segments of a user are to be encoded again; their records stay as they are until that is done.
// params: scope
// mode: write
MATCH (segment:Segment {scope: $scope})
WHERE segment.status = 'encoded'
SET segment.status = 'closed'
RETURN count(*) AS segments
