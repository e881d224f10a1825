// A name that a person gave is taken back; an alias that names nothing more goes.
// params: scope, entity, alias
// mode: write
MATCH (entity:Evidence {scope: $scope, uid: $entity})
SET entity.key = entity.key
WITH entity
MATCH (alias:Alias {scope: $scope, uid: $alias})-[named:NAMES]->(entity)
WHERE named.by IS NOT NULL
SET alias.key = alias.key
DELETE named
WITH alias
CALL (alias) {
  WITH alias WHERE NOT EXISTS { (alias)-[:NAMES|NEVER_NAMES]->() }
  DETACH DELETE alias
}
RETURN count(*) AS changes
