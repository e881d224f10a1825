// Relationships from this user's nodes to another's, or to a node that is nobody's.
// params: scope, examples
// mode: read
CALL () {
  MATCH (node:Scope {scope: $scope})--(other) WHERE node.scope IS NOT NULL AND (other.scope IS NULL OR other.scope <> $scope)
  RETURN node.uid AS uid
  UNION ALL
  MATCH (node:Session {scope: $scope})--(other) WHERE node.uid IS NOT NULL AND (other.scope IS NULL OR other.scope <> $scope)
  RETURN node.uid AS uid
  UNION ALL
  MATCH (node:Turn {scope: $scope})--(other) WHERE node.uid IS NOT NULL AND (other.scope IS NULL OR other.scope <> $scope)
  RETURN node.uid AS uid
  UNION ALL
  MATCH (node:Passage {scope: $scope})--(other) WHERE node.uid IS NOT NULL AND (other.scope IS NULL OR other.scope <> $scope)
  RETURN node.uid AS uid
  UNION ALL
  MATCH (node:Segment {scope: $scope})--(other) WHERE node.uid IS NOT NULL AND (other.scope IS NULL OR other.scope <> $scope)
  RETURN node.uid AS uid
  UNION ALL
  MATCH (node:Edit {scope: $scope})--(other) WHERE node.uid IS NOT NULL AND (other.scope IS NULL OR other.scope <> $scope)
  RETURN node.uid AS uid
  UNION ALL
  MATCH (node:Evidence {scope: $scope})--(other) WHERE node.uid IS NOT NULL AND (other.scope IS NULL OR other.scope <> $scope)
  RETURN node.uid AS uid
  UNION ALL
  MATCH (node:Alias {scope: $scope})--(other) WHERE node.uid IS NOT NULL AND (other.scope IS NULL OR other.scope <> $scope)
  RETURN node.uid AS uid
  UNION ALL
  MATCH (node:Day {scope: $scope})--(other) WHERE node.uid IS NOT NULL AND (other.scope IS NULL OR other.scope <> $scope)
  RETURN node.uid AS uid
  UNION ALL
  MATCH (node:Month {scope: $scope})--(other) WHERE node.uid IS NOT NULL AND (other.scope IS NULL OR other.scope <> $scope)
  RETURN node.uid AS uid
  UNION ALL
  MATCH (node:Year {scope: $scope})--(other) WHERE node.uid IS NOT NULL AND (other.scope IS NULL OR other.scope <> $scope)
  RETURN node.uid AS uid
  UNION ALL
  MATCH (node:Record {scope: $scope})--(other) WHERE node.uid IS NOT NULL AND (other.scope IS NULL OR other.scope <> $scope)
  RETURN node.uid AS uid
  UNION ALL
  MATCH (node:Summary {scope: $scope})--(other) WHERE node.uid IS NOT NULL AND (other.scope IS NULL OR other.scope <> $scope)
  RETURN node.uid AS uid
  UNION ALL
  MATCH (node:Profile {scope: $scope})--(other) WHERE node.uid IS NOT NULL AND (other.scope IS NULL OR other.scope <> $scope)
  RETURN node.uid AS uid
}
WITH uid ORDER BY uid
RETURN count(uid) AS count, collect(uid)[..$examples] AS examples
