// A segment closes: new segments of a locked session in their order, and the state they leave behind.
// params: scope, session_uid, segments, segmented_to, surprises, vector_sum, vector_count
// mode: write
MATCH (session:Session {scope: $scope, uid: $session_uid})
SET session.segmented_to = $segmented_to, session.surprises = $surprises,
  session.vector_sum = $vector_sum, session.vector_count = $vector_count
WITH session
UNWIND $segments AS row
MERGE (segment:Segment {scope: $scope, uid: row.uid})
ON CREATE SET segment.session_uid = $session_uid, segment.position = row.position, segment.status = 'closed',
  segment.attempts = 0, segment.boundary_probability = row.boundary_probability,
  segment.token_count = row.token_count
MERGE (session)-[:HAS_SEGMENT]->(segment)
WITH segment, row
MATCH (before:Segment {scope: $scope, session_uid: $session_uid, position: row.position - 1})
MERGE (before)-[:NEXT]->(segment)
