// Other names of entities that stay go when only what was deleted said them: their words stand in it, and together
// in no statement that is left of the entity. A name that a person gave stays.
// params: scope, uids, said
// mode: write
UNWIND $uids AS uid
MATCH (entity:Evidence {scope: $scope, uid: uid})<-[named:NAMES]-(alias:Alias)
WHERE alias.key <> entity.key AND named.by IS NULL
  AND all(word IN split(alias.key, ' ') WHERE $said CONTAINS ' ' + word + ' ')
  AND NOT EXISTS {
    (entity)<-[:MENTIONS]-(record:Record)
    WHERE all(word IN split(alias.key, ' ') WHERE replace(replace(toLower(record.text), "'", ''), '’', '') CONTAINS word)
  }
DELETE named
WITH DISTINCT alias
WHERE NOT EXISTS { (alias)-[:NAMES|NEVER_NAMES]->() }
DETACH DELETE alias
RETURN count(*) AS aliases
