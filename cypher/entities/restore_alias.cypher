// A name that a person had taken away names the entity again.
// params: scope, entity, alias
// mode: write
MATCH (entity:Evidence {scope: $scope, uid: $entity})
SET entity.key = entity.key
WITH entity
MATCH (alias:Alias {scope: $scope, uid: $alias})-[never:NEVER_NAMES]->(entity)
SET alias.key = alias.key
MERGE (alias)-[named:NAMES]->(entity)
SET named.at = never.named_at, named.by = never.named_by
DELETE never
RETURN count(*) AS changes
