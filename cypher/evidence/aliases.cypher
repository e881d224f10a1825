// The entities that normalised surface forms name, each with what it is merged into and the names that tell it from
// others of its name. What is said is written under the name it was said with, so that a merge can be undone.
// params: scope, keys
// mode: read
UNWIND $keys AS key
MATCH (alias:Alias {scope: $scope, key: key})-[:NAMES]->(entity)
MATCH (entity)-[:MERGED_INTO*0..]->(root)
WHERE NOT EXISTS { (root)-[:MERGED_INTO]->() }
RETURN DISTINCT key, entity.uid AS uid, entity.key AS entity_key, root.uid AS root, COLLECT {
  MATCH (entity)-[:MERGED_INTO*0..]-()<-[:NAMES]-(other)
  WHERE other.key ENDS WITH ' ' + entity.key OR other.key STARTS WITH entity.key + ' '
  RETURN DISTINCT other.key ORDER BY other.key LIMIT 20
} AS aliases
ORDER BY key, uid
