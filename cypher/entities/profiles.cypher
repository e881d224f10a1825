// A page of a user's entities as they are read, with what may tell that two are one: their names, what is said with
// them, which records mention them, and their vectors.
// params: scope, after, limit, most, open_end
// mode: read
MATCH (entity:Evidence {scope: $scope, kind: 'entity'})
WHERE entity.uid > $after AND NOT EXISTS { (entity)-[:MERGED_INTO]->() }
WITH entity ORDER BY entity.uid LIMIT $limit
WITH entity, COLLECT { MATCH (entity)<-[:MERGED_INTO*0..]-(member) RETURN member } AS members
WITH entity, members, COLLECT {
  UNWIND members AS member
  MATCH (member)<-[:MENTIONS]-(record) WHERE record.superseded_at = $open_end
  RETURN DISTINCT record
} AS records
RETURN entity.uid AS uid, entity.name AS name, entity.key AS key, entity.embedding AS embedding, size(records) AS records,
  [record IN records | record.uid] AS mentioned,
  [member IN members WHERE member <> entity | member.name] AS merged,
  COLLECT {
    UNWIND members AS member
    MATCH (member)<-[:NAMES]-(alias) WHERE alias.key <> entity.key
    RETURN DISTINCT alias.key ORDER BY alias.key
  } AS aliases,
  COLLECT {
    UNWIND records AS record
    MATCH (record)-[:MENTIONS|ABOUT]->(other) WHERE NOT other IN members
    WITH other.key AS key, count(*) AS together ORDER BY together DESC, key LIMIT $most
    RETURN key
  } AS beside
ORDER BY uid
