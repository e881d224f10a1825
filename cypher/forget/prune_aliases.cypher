// Other names of entities that stay go when only what was deleted said them: they stand in its words, and in
// no statement that is left of the entity. A name that a person gave stays.
// params: scope, uids, said
// mode: write
UNWIND $uids AS uid
MATCH (entity:Evidence {scope: $scope, uid: uid})<-[named:NAMES]-(alias:Alias)
WHERE alias.key <> entity.key AND named.by IS NULL AND $said CONTAINS ' ' + alias.key + ' '
  AND NOT EXISTS { (entity)<-[:MENTIONS]-(record:Record) WHERE toLower(record.text) CONTAINS alias.key }
DELETE named
WITH DISTINCT alias
WHERE NOT EXISTS { (alias)-[:NAMES|NEVER_NAMES]->() }
DETACH DELETE alias
RETURN count(*) AS aliases
