// One record takes another's place. Where that ceased to be true, a closed copy of it is believed from now on:
// the same words, evidence and ties, true until $until. No row, and nothing written, when one of the two is not
// believed any more, or a person has taken just this back. Both are locked first, in the order of their uids.
// params: scope, both, newer, older, copy, reason, until, now, open_end
// mode: write
UNWIND $both AS uid
MATCH (locked:Record {scope: $scope, uid: uid})
SET locked.superseded_at = locked.superseded_at
WITH count(locked) AS found
MATCH (newer:Record {scope: $scope, uid: $newer})
MATCH (older:Record {scope: $scope, uid: $older})
WHERE found = 2 AND newer.superseded_at = $open_end AND older.superseded_at = $open_end
  AND older.text IS NOT NULL
  AND NOT EXISTS {
    (newer)-[:CLOSED_VERSION_OF*0..16]->(:Record)-[:REVOKED_SUPERSESSION]->(:Record)<-[:CLOSED_VERSION_OF*0..16]-(older)
  }
MERGE (newer)-[edge:SUPERSEDES]->(older)
SET edge.at = $now, edge.reason = $reason
REMOVE older:Unsettled
WITH older
CALL (older) {
  WITH older WHERE $until IS NOT NULL
  MERGE (copy:Record {scope: $scope, uid: $copy})
  SET copy += older {.*, uid: $copy, recorded_at: $now, superseded_at: $open_end, valid_to: $until,
    copy_of: $older, embedding: null},
    copy:$([label IN labels(older) WHERE label <> 'Unsettled'])
  MERGE (copy)-[:CLOSED_VERSION_OF]->(older)
  WITH older, copy
  CALL (older, copy) {
    WITH older, copy WHERE older.embedding IS NOT NULL
    CALL db.create.setNodeVectorProperty(copy, 'embedding', older.embedding)
  }
  CALL (older, copy) { MATCH (older)-[:EVIDENCED_BY]->(end) MERGE (copy)-[:EVIDENCED_BY]->(end) }
  CALL (older, copy) { MATCH (older)-[:FROM_SEGMENT]->(end) MERGE (copy)-[:FROM_SEGMENT]->(end) }
  CALL (older, copy) { MATCH (older)-[:MENTIONS]->(end) MERGE (copy)-[:MENTIONS]->(end) }
  CALL (older, copy) { MATCH (older)-[:ABOUT]->(end) MERGE (copy)-[:ABOUT]->(end) }
  CALL (older, copy) { MATCH (older)-[:CONCERNS]->(end) MERGE (copy)-[:CONCERNS]->(end) }
  CALL (older, copy) { MATCH (older)-[:PART_OF]->(end) MERGE (copy)-[:PART_OF]->(end) }
  CALL (older, copy) { MATCH (older)-[:ON_DAY]->(end) MERGE (copy)-[:ON_DAY]->(end) }
  CALL (older, copy) { MATCH (older)-[:IN_MONTH]->(end) MERGE (copy)-[:IN_MONTH]->(end) }
  CALL (older, copy) { MATCH (older)-[:IN_YEAR]->(end) MERGE (copy)-[:IN_YEAR]->(end) }
}
SET older.superseded_at = $now
RETURN older.uid AS uid
