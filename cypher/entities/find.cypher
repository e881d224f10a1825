// The entities that an id, a name or another name of them may mean, each with what it is merged into.
// params: scope, uid, key
// mode: read
CALL () {
  MATCH (entity:Evidence {scope: $scope, uid: $uid}) WHERE entity.kind = 'entity'
  RETURN entity, 0 AS rank
  UNION ALL
  MATCH (entity:Evidence {scope: $scope, key: $key}) WHERE entity.kind = 'entity'
  RETURN entity, 1 AS rank
  UNION ALL
  MATCH (:Alias {scope: $scope, key: $key})-[:NAMES]->(entity)
  RETURN entity, 2 AS rank
}
MATCH (entity)-[:MERGED_INTO*0..]->(root)
WHERE NOT EXISTS { (root)-[:MERGED_INTO]->() }
RETURN min(rank) AS rank, entity.uid AS uid, entity.name AS name, entity.key AS key, root.uid AS root,
  root.name AS root_name,
  COLLECT { MATCH (alias)-[:NAMES]->(entity) WHERE alias.key <> entity.key RETURN alias.key ORDER BY alias.key LIMIT 3 } AS aliases
ORDER BY rank, uid
