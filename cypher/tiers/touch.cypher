// What answers showed is warmer: leaves by the turns of theirs that were shown, and records. Visits and
// interactions cool by half-lives in between, so what is stored is what they were when last used.
// params: scope, turns, records, now, tau_seconds
// mode: write
CALL () {
  UNWIND $turns AS row
  MATCH (turn:Turn {scope: $scope, uid: row.uid})<-[:COVERS]-()<-[:SUMMARISES]-(leaf:Summary)
  WITH leaf, max(row.visits) AS visits, sum(row.visits) AS interactions ORDER BY leaf.uid
  WITH leaf, visits, interactions,
    exp(-toFloat(duration.inSeconds(leaf.last_used_at, $now).seconds) / $tau_seconds) AS left
  SET leaf.visits = leaf.visits * left + visits, leaf.interactions = leaf.interactions * left + interactions,
    leaf.last_used_at = $now
  RETURN count(*) AS leaves
}
CALL () {
  UNWIND $records AS row
  MATCH (record:Record {scope: $scope, uid: row.uid})
  WITH record, row, exp(-toFloat(duration.inSeconds(record.last_used_at, $now).seconds) / $tau_seconds) AS left
  ORDER BY record.uid
  SET record.visits = record.visits * left + row.visits, record.last_used_at = $now
  RETURN count(*) AS records
}
RETURN leaves, records
