// A new entity of the same name, with a name of its own that tells it apart. No row when it is there already.
// params: scope, former, uid, key, name, filter_tokens, own, alias, alias_key, by, reason, now
// mode: write
MATCH (former:Evidence {scope: $scope, uid: $former})
WHERE NOT EXISTS { MATCH (:Evidence {scope: $scope, uid: $uid}) }
CREATE (entity:Evidence:Entity {scope: $scope, uid: $uid, kind: 'entity', key: $key, name: $name, filter_tokens: $filter_tokens})
CREATE (entity)-[:SPLIT_FROM {at: $now, by: $by, reason: $reason}]->(former)
MERGE (own:Alias {scope: $scope, uid: $own})
ON CREATE SET own.key = $key
MERGE (own)-[:NAMES]->(entity)
MERGE (alias:Alias {scope: $scope, uid: $alias})
ON CREATE SET alias.key = $alias_key
MERGE (alias)-[named:NAMES]->(entity)
SET named.at = $now, named.by = $by
RETURN entity.uid AS uid
