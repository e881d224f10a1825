// Records speak of another entity from now on: they mention it, their pairs with topics are its, and so are their
// event frames, which no longer involve the former where no record of theirs mentions it. Pairs without records go.
// params: scope, source, target, records, pairs, aliases, filter_tokens
// mode: write
MATCH (source:Evidence {scope: $scope, uid: $source})
MATCH (target:Evidence {scope: $scope, uid: $target})
CALL (source, target) {
  UNWIND $records AS uid
  MATCH (record:Record {scope: $scope, uid: uid})-[edge:MENTIONS]->(source)
  MERGE (record)-[:MENTIONS]->(target)
  DELETE edge
}
CALL (source, target) {
  UNWIND $pairs AS row
  MATCH (topic:Evidence {scope: $scope, uid: row.topic})
  MERGE (pair:Evidence {scope: $scope, uid: row.new})
  ON CREATE SET pair.kind = 'entity_topic', pair.key = row.key, pair.name = row.name,
    pair.filter_tokens = $filter_tokens, pair:EntityTopic
  MERGE (pair)-[:OF_ENTITY]->(target)
  MERGE (pair)-[:OF_TOPIC]->(topic)
  WITH row, pair
  MATCH (old:Evidence {scope: $scope, uid: row.old})
  CALL (old, pair) {
    UNWIND $records AS uid
    MATCH (record:Record {scope: $scope, uid: uid})-[edge:CONCERNS]->(old)
    MERGE (record)-[:CONCERNS]->(pair)
    DELETE edge
  }
  WITH old
  WHERE NOT EXISTS { (old)<-[:CONCERNS]-() }
  DETACH DELETE old
}
CALL (source, target) {
  UNWIND $records AS uid
  MATCH (:Record {scope: $scope, uid: uid})-[:PART_OF]->(frame)-[edge:INVOLVES]->(source)
  MERGE (frame)-[:INVOLVES]->(target)
  WITH DISTINCT source, frame, edge
  WHERE NOT EXISTS { (frame)<-[:PART_OF]-()-[:MENTIONS]->(source) }
  DELETE edge
}
CALL (source, target) {
  UNWIND $aliases AS uid
  MATCH (alias:Alias {scope: $scope, uid: uid})-[named:NAMES]->(source)
  MERGE (alias)-[:NAMES]->(target)
  DELETE named
}
RETURN count(*) AS moved
