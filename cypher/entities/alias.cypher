// A person gives an entity another name. No row when a person took it away before.
// params: scope, entity, alias, key, by, now
// mode: write
MATCH (entity:Evidence {scope: $scope, uid: $entity})
SET entity.key = entity.key
WITH entity
WHERE NOT EXISTS { (entity)<-[:NEVER_NAMES]-(:Alias {scope: $scope, uid: $alias}) }
MERGE (alias:Alias {scope: $scope, uid: $alias})
ON CREATE SET alias.key = $key
ON MATCH SET alias.key = alias.key
WITH entity, alias, EXISTS { (alias)-[:NAMES]->(entity) } AS known
MERGE (alias)-[edge:NAMES]->(entity)
ON CREATE SET edge.at = $now, edge.by = $by
RETURN known
