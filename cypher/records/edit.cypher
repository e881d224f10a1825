// A new version of a record by hand takes the old one's place, with the editor and the old version's turns as its
// evidence; no row when something else has superseded the old one. The first SET takes the lock that makes the
// check hold.
// params: scope, old, new, edit, by, reason, now, open_end
// mode: write
MATCH (old:Record {scope: $scope, uid: $old})
SET old.superseded_at = old.superseded_at
WITH old
WHERE old.superseded_at = $open_end
MATCH (new:Record {scope: $scope, uid: $new})
MERGE (edit:Edit {scope: $scope, uid: $edit})
ON CREATE SET edit.by = $by, edit.at = $now, edit.reason = $reason
MERGE (new)-[:EVIDENCED_BY]->(edit)
OPTIONAL MATCH (new)-[spared:REVOKED_SUPERSESSION]->(old)
DELETE spared
MERGE (new)-[edge:SUPERSEDES]->(old)
SET edge.at = $now, edge.reason = 'edited', old.superseded_at = $now, new.superseded_at = $open_end
WITH old, new
CALL (old, new) {
  MATCH (old)-[:EVIDENCED_BY]->(turn:Turn)
  MERGE (new)-[:EVIDENCED_BY]->(turn)
}
CALL (old, new) {
  MATCH (old)-[:FROM_SEGMENT]->(segment:Segment)
  MERGE (new)-[:FROM_SEGMENT]->(segment)
}
RETURN new.uid AS uid
