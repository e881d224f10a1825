// What superseded a record last: the record that it closes where it is a closed copy, and the record that it
// edited where it is believed itself and took one place by hand.
// params: scope, uid, open_end
// mode: read
MATCH (named:Record {scope: $scope, uid: $uid})
WHERE named.text IS NOT NULL
MATCH (named)-[:CLOSED_VERSION_OF*0..16]->(origin:Record)
WHERE NOT EXISTS { (origin)-[:CLOSED_VERSION_OF]->(:Record) }
RETURN origin.uid AS uid, origin.superseded_at = $open_end AS believed,
  COLLECT {
    MATCH (origin)<-[edge:SUPERSEDES]-(newer:Record)
    RETURN {newer: newer.uid, older: origin.uid, reason: edge.reason, believed: newer.superseded_at = $open_end}
    ORDER BY edge.at DESC, newer.uid
  } AS by,
  COLLECT {
    MATCH (origin)-[edge:SUPERSEDES]->(older:Record) WHERE edge.reason = 'edited'
    RETURN {newer: origin.uid, older: older.uid, reason: edge.reason, believed: origin.superseded_at = $open_end}
  } AS edits
