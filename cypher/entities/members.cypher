// All entities that a name means, with those that are merged with them: what is said of one is said of all.
// params: scope, entity
// mode: read
CALL () {
  MATCH (named:Evidence {scope: $scope, uid: $entity}) WHERE named.kind = 'entity'
  RETURN named
  UNION
  MATCH (named:Evidence {scope: $scope, key: $entity}) WHERE named.kind = 'entity'
  RETURN named
  UNION
  MATCH (:Alias {scope: $scope, key: $entity})-[:NAMES]->(named)
  RETURN named
}
MATCH (named)-[:MERGED_INTO*0..]-(member)
RETURN DISTINCT member.uid AS uid
ORDER BY uid
