// What records of a segment had superseded that an encoding has just retired is believed again, without its
// closed copies, and is to be compared anew: another record may say the same.
// params: scope, segment_uid, retired_at, open_end
// mode: write
MATCH (:Segment {scope: $scope, uid: $segment_uid})<-[:FROM_SEGMENT]-(retired:Record)
WHERE retired.superseded_at = $retired_at
MATCH (retired)-[edge:SUPERSEDES]->(old:Record)
WHERE edge.reason IN ['ended', 'corrected']
DELETE edge
WITH DISTINCT old
WHERE NOT EXISTS { (old)<-[:SUPERSEDES]-(:Record) }
SET old.superseded_at = $open_end, old:Unsettled
WITH old
MATCH (old)<-[:CLOSED_VERSION_OF*1..16]-(copy:Record)
DETACH DELETE copy
