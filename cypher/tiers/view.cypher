// Every leaf with what its heat is made of.
// params: scope
// mode: read
MATCH (leaf:Summary {scope: $scope})
WHERE leaf.uid IS NOT NULL AND leaf.is_leaf
OPTIONAL MATCH (leaf)-[:SUMMARISES]->(segment)
RETURN leaf.uid AS uid, leaf.tier AS tier, leaf.visits AS visits, leaf.interactions AS interactions,
  leaf.last_used_at AS last_used_at, leaf.moved_at AS moved_at, leaf.from AS from, leaf.to AS to,
  leaf.text AS text, segment.uid AS segment_uid, segment.session_uid AS session_uid,
  COUNT { (segment)<-[:FROM_SEGMENT]-(record) WHERE record.text IS NOT NULL } AS records
ORDER BY leaf.to DESC, uid
