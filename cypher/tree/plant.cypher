// Leaves summarise their segments and say what they say.
// params: scope, leaves
// mode: write
UNWIND $leaves AS row
MATCH (segment:Segment {scope: $scope, uid: row.segment_uid})
MATCH (leaf:Summary {scope: $scope, uid: row.uid})
MERGE (leaf)-[:SUMMARISES]->(segment)
SET leaf.text = row.text, leaf.quotes = row.quotes, leaf.summarised_leaves = 1, leaf.stale = false
