// Records go with the closed copies of them, and with the edits and profiles that rest on them. What they had
// superseded is believed again, without the closed copies that this made, unless another record still
// supersedes it; it is to be compared anew. Says what they said, and which evidence nodes and dates they hung
// on.
// params: scope, uids, open_end
// mode: write
UNWIND $uids AS uid
MATCH (named:Record {scope: $scope, uid: uid})
MATCH (named)-[:CLOSED_VERSION_OF*0..16]-(member:Record)
MATCH (member) (()-[:SUPERSEDES]->()<-[:CLOSED_VERSION_OF]-()){0,16} (reached:Record)
MATCH (reached)<-[:CLOSED_VERSION_OF*0..16]-(record:Record)
WITH collect(DISTINCT record) AS gone
WITH gone, [record IN gone | record.text] AS texts
CALL (gone) {
  UNWIND gone AS record
  MATCH (record)-[:SUPERSEDES]->(old:Record)
  WHERE NOT old IN gone AND old.text IS NOT NULL
    AND NOT EXISTS { (other:Record)-[:SUPERSEDES]->(old) WHERE NOT other IN gone }
  WITH DISTINCT old
  SET old.superseded_at = $open_end, old:Unsettled
  RETURN collect(old.uid) AS restored
}
CALL (gone) {
  UNWIND gone AS record
  OPTIONAL MATCH (record)-[:MENTIONS|ABOUT|CONCERNS|PART_OF]->(node:Evidence)
  OPTIONAL MATCH (node)-[:OF_ENTITY|OF_TOPIC|INVOLVES]->(beyond:Evidence)
  RETURN collect(DISTINCT node.uid) + collect(DISTINCT beyond.uid) AS evidence
}
CALL (gone) {
  UNWIND gone AS record
  OPTIONAL MATCH (record)-[:ON_DAY|IN_MONTH|IN_YEAR]->(date)
  RETURN collect(DISTINCT date.uid) AS dates
}
CALL (gone) {
  UNWIND gone AS record
  MATCH (record)-[:EVIDENCED_BY]->(edit:Edit)
  WITH DISTINCT edit
  DETACH DELETE edit
  RETURN count(*) AS edits
}
CALL (gone) {
  UNWIND gone AS record
  MATCH (record)<-[:DISTILLED_FROM]-(profile:Profile)
  WITH DISTINCT profile
  DETACH DELETE profile
  RETURN count(*) AS profiles
}
CALL (gone) {
  UNWIND gone AS record
  DETACH DELETE record
  RETURN count(*) AS records
}
RETURN records, edits, profiles, restored, evidence, dates, texts
