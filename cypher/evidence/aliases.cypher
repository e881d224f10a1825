// The entities that normalised surface forms name, each with what it is merged into: what is said is written under
// the name it was said with, so that a merge can be undone.
// params: scope, keys
// mode: read
UNWIND $keys AS key
MATCH (alias:Alias {scope: $scope, key: key})-[:NAMES]->(entity)
MATCH (entity)-[:MERGED_INTO*0..]->(root)
WHERE NOT EXISTS { (root)-[:MERGED_INTO]->() }
RETURN DISTINCT key, entity.uid AS uid, entity.key AS entity_key, root.uid AS root
ORDER BY key, uid
