// Summaries that hang under no other, or under another than they say, or whose children or leaves are not as
// many as they say; leaves of no segment.
// params: scope, examples
// mode: read
MATCH (node:Summary {scope: $scope})
WHERE node.uid IS NOT NULL
  AND (NOT EXISTS { (above)-[:PARENT_OF|TREE_ROOT]->(node)
      WHERE above.uid = node.parent_uid OR (node.parent_uid = '' AND NOT above:Summary) }
    OR COUNT { (above)-[:PARENT_OF|TREE_ROOT]->(node) } > 1
    OR node.child_count <> COUNT { (node)-[:PARENT_OF]->() }
    OR (NOT node.is_leaf
      AND node.leaf_count <> reduce(sum = 0, each IN COLLECT { MATCH (node)-[:PARENT_OF]->(child) RETURN child.leaf_count } | sum + each))
    OR (node.is_leaf AND NOT EXISTS { (node)-[:SUMMARISES]->() }))
WITH node.uid AS uid ORDER BY uid
RETURN count(uid) AS count, collect(uid)[..$examples] AS examples
