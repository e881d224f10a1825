// What a split of an entity, or taking one back, moves: those of the records that mention it (all, where none are
// named), their pairs of it with topics, and the names that texts gave it in no other record's words. Whether others
// are left, and what else a person did with it. The first SET takes the lock.
// params: scope, uid, records
// mode: write
MATCH (entity:Evidence {scope: $scope, uid: $uid})
SET entity.key = entity.key
WITH entity, COLLECT {
  MATCH (entity)<-[:MENTIONS]-(record) WHERE $records IS NULL OR record.uid IN $records
  RETURN record ORDER BY record.uid
} AS moved
RETURN entity.key AS key, entity.name AS name, entity.filter_tokens AS filter_tokens,
  [record IN moved | record.uid] AS records,
  EXISTS { (entity)<-[:MENTIONS]-(record) WHERE NOT record IN moved } AS others,
  COLLECT {
    UNWIND moved AS record
    MATCH (record)-[:CONCERNS]->(pair)-[:OF_ENTITY]->(entity)
    MATCH (pair)-[:OF_TOPIC]->(topic)
    WITH DISTINCT pair, topic
    RETURN {old: pair.uid, key: pair.key, name: pair.name, topic: topic.uid} ORDER BY pair.uid
  } AS pairs,
  COLLECT {
    MATCH (entity)<-[named:NAMES]-(alias)
    WHERE alias.key <> entity.key AND named.by IS NULL AND NOT EXISTS {
      (entity)<-[:MENTIONS]-(record) WHERE NOT record IN moved AND all(word IN split(alias.key, ' ')
        WHERE replace(replace(toLower(record.text), "'", ''), '’', '') CONTAINS word)
    }
    RETURN alias.uid ORDER BY alias.uid
  } AS aliases,
  EXISTS { (entity)-[:MERGED_INTO]-() } AS merged,
  EXISTS { (entity)<-[:SPLIT_FROM]-() } AS split,
  EXISTS {
    (entity)<-[given:NAMES]-() WHERE given.by IS NOT NULL
      AND NOT EXISTS { (entity)-[edge:SPLIT_FROM]->() WHERE edge.at = given.at }
  } AS named
