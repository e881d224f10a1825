// Leaves that are still in one tier go into another, and the records of their segments with them: property and
// label together. reset: interactions begin anew.
// params: scope, uids, was, tier, label, former, now, reset
// mode: write
UNWIND $uids AS uid
MATCH (leaf:Summary {scope: $scope, uid: uid})
SET leaf.depth = leaf.depth
WITH leaf WHERE leaf.tier = $was
SET leaf.tier = $tier, leaf.moved_at = $now,
  leaf.interactions = CASE WHEN $reset THEN 0.0 ELSE leaf.interactions END, leaf:$($label)
REMOVE leaf:$($former)
WITH leaf
CALL (leaf) {
  MATCH (leaf)-[:SUMMARISES]->()<-[:FROM_SEGMENT]-(record)
  WHERE record.scope = $scope AND record.text IS NOT NULL
  SET record.tier = $tier, record:$($label)
  REMOVE record:$($former)
  RETURN count(*) AS records
}
RETURN leaf.uid AS uid, records
ORDER BY uid
