// One step of a beam down the summary tree: of all children of some nodes those nearest to a query.
// params: scope, embedding, parents, width
// mode: read
MATCH (node:Summary)
  SEARCH node IN (VECTOR INDEX summary_embedding FOR $embedding
    WHERE node.scope = $scope AND node.parent_uid IN $parents LIMIT $width)
  SCORE AS score
RETURN node.uid AS uid, node.is_leaf AS is_leaf
ORDER BY score DESC, uid
