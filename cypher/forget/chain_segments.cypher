// The segments of a locked session follow one another, as they stand.
// params: scope, session_uid
// mode: write
MATCH (segment:Segment {scope: $scope, session_uid: $session_uid})
WHERE segment.position >= 0
WITH segment ORDER BY segment.position
WITH collect(segment) AS segments
UNWIND range(1, size(segments) - 1) AS i
WITH segments[i - 1] AS before, segments[i] AS segment
MERGE (before)-[:NEXT]->(segment)
