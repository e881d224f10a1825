// The entities that normalised surface forms name, after merges.
// params: scope, keys
// mode: read
UNWIND $keys AS key
MATCH (alias:Alias {scope: $scope, key: key})-[:NAMES]->(named:Entity)
MATCH (named)-[:MERGED_INTO*0..8]->(entity:Entity)
WHERE NOT (entity)-[:MERGED_INTO]->()
RETURN DISTINCT key, entity.uid AS uid, entity.key AS entity_key
ORDER BY key, uid
