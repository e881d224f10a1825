// Segments that lost turns are to be encoded again from what is left; an encoder that is at work on one has
// lost it.
// params: scope, uids
// mode: write
UNWIND $uids AS uid
MATCH (segment:Segment {scope: $scope, uid: uid})-[:COVERS]->(turn:Turn)
WITH segment, sum(turn.token_count) AS token_count
SET segment.status = 'closed', segment.attempts = CASE segment.attempts WHEN 0 THEN 1 ELSE segment.attempts END,
  segment.token_count = token_count
REMOVE segment.owner, segment.lease_until, segment.error
RETURN segment.uid AS uid
ORDER BY segment.position
