// The leaves of segments that lost turns go; all above them say nothing and have no vector until they are made
// again, and nodes without leaves go. The root is locked first: one rewrite of a tree at a time.
// params: scope, root, uids
// mode: write
OPTIONAL MATCH (root:Summary {scope: $scope, uid: $root})
SET root.depth = root.depth
WITH root
CALL () {
  UNWIND $uids AS uid
  MATCH (:Segment {scope: $scope, uid: uid})<-[:SUMMARISES]-(leaf:Summary)
  RETURN collect(DISTINCT leaf) AS leaves
}
CALL (leaves) {
  UNWIND leaves AS leaf
  MATCH (above:Summary)-[:PARENT_OF*1..64]->(leaf)
  WITH above, count(DISTINCT leaf) AS lost
  SET above.leaf_count = above.leaf_count - lost, above.stale = true, above.summarised_leaves = 0, above.text = '',
    above.quotes = []
  REMOVE above.embedding
  RETURN collect(above) AS aboves
}
WITH leaves + [each IN aboves WHERE each.leaf_count = 0] AS gone, [each IN aboves WHERE each.leaf_count > 0] AS left
CALL (gone) {
  UNWIND gone AS node
  DETACH DELETE node
  RETURN count(*) AS summaries
}
CALL (left) {
  UNWIND left AS above
  SET above.child_count = COUNT { (above)-[:PARENT_OF]->() }
  RETURN count(*) AS counted
}
RETURN summaries
