// The short-term tier is a queue: beyond its latest leaves by time of saying, the rest moves on.
// params: scope, capacity
// mode: read
MATCH (leaf:Summary {scope: $scope, tier: 'short'})
WHERE leaf.is_leaf
WITH leaf ORDER BY leaf.to DESC, leaf.uid SKIP $capacity
RETURN leaf.uid AS uid
ORDER BY uid
