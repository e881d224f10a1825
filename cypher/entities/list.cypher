// One page of a user's entities, those that are mentioned most first; what is merged into one counts as it.
// params: scope, part, skip, limit, open_end
// mode: read
MATCH (entity:Evidence {scope: $scope, kind: 'entity'})
WHERE NOT EXISTS { (entity)-[:MERGED_INTO]->() } AND ($part IS NULL OR EXISTS {
  (entity)<-[:MERGED_INTO*0..]-(member) WHERE member.key CONTAINS $part
    OR EXISTS { (member)<-[:NAMES]-(alias) WHERE alias.key CONTAINS $part }
})
WITH entity, COUNT {
  MATCH (entity)<-[:MERGED_INTO*0..]-()<-[:MENTIONS]-(record)
  WHERE record.superseded_at = $open_end
  RETURN DISTINCT record
} AS records
ORDER BY records DESC, entity.name, entity.uid
WITH collect({entity: entity, records: records}) AS found
RETURN size(found) AS total, COLLECT {
  UNWIND found[$skip .. $skip + $limit] AS each
  WITH each.entity AS entity, each.records AS records
  RETURN {
    uid: entity.uid, name: entity.name, key: entity.key, records: records,
    aliases: COLLECT {
      MATCH (entity)<-[:MERGED_INTO*0..]-()<-[:NAMES]-(alias) WHERE alias.key <> entity.key
      RETURN DISTINCT alias.key ORDER BY alias.key
    },
    merged: COLLECT {
      MATCH (entity)<-[:MERGED_INTO*1..]-(member) RETURN member.name ORDER BY member.name
    }
  }
} AS entities
