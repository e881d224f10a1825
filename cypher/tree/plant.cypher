// A leaf summarises its segment and says what it says.
// params: scope, uid, segment_uid, text, quotes
// mode: write
MATCH (segment:Segment {scope: $scope, uid: $segment_uid})
MATCH (leaf:Summary {scope: $scope, uid: $uid})
MERGE (leaf)-[:SUMMARISES]->(segment)
SET leaf.text = $text, leaf.quotes = $quotes, leaf.told = 1, leaf.stale = false
