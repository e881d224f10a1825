// A person takes a name away from an entity: no text gives it back.
// params: scope, entity, alias, by, now
// mode: write
MATCH (entity:Evidence {scope: $scope, uid: $entity})
SET entity.key = entity.key
WITH entity
MATCH (alias:Alias {scope: $scope, uid: $alias})-[named:NAMES]->(entity)
SET alias.key = alias.key
MERGE (alias)-[never:NEVER_NAMES]->(entity)
SET never.at = $now, never.by = $by, never.named_at = named.at, never.named_by = named.by
DELETE named
RETURN entity.name AS name
