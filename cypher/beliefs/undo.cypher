// Takes a supersession back: the older record is believed again, unless a third superseded it too, and its
// closed copies go; an edit by hand is believed no more. What remains says that it was so, and that the same is
// not to be written again. What the copies had superseded is believed again, too. No row when one does not
// supersede the other.
// params: scope, both, newer, older, now, open_end
// mode: write
UNWIND $both AS uid
MATCH (locked:Record {scope: $scope, uid: uid})
SET locked.superseded_at = locked.superseded_at
WITH count(locked) AS found
MATCH (newer:Record {scope: $scope, uid: $newer})
MATCH (older:Record {scope: $scope, uid: $older})
MATCH (newer)-[edge:SUPERSEDES]->(older)
WITH newer, older, edge.reason AS reason, edge
DELETE edge
MERGE (newer)-[spared:REVOKED_SUPERSESSION]->(older)
SET spared.at = $now, spared.reason = reason,
  newer.superseded_at = CASE reason WHEN 'edited' THEN $now ELSE newer.superseded_at END
WITH older
SET older.superseded_at = CASE
  WHEN EXISTS { (older)<-[:SUPERSEDES]-(:Record) } THEN older.superseded_at ELSE $open_end END
WITH older, COLLECT { MATCH (older)<-[:CLOSED_VERSION_OF*1..16]-(copy:Record) RETURN copy } AS copies
CALL (copies) {
  UNWIND copies AS copy
  MATCH (copy)-[:SUPERSEDES]->(other:Record)
  WHERE NOT other IN copies AND NOT EXISTS { (third:Record)-[:SUPERSEDES]->(other) WHERE NOT third IN copies }
  SET other.superseded_at = $open_end, other:Unsettled
}
FOREACH (copy IN copies | DETACH DELETE copy)
RETURN older.uid AS uid
