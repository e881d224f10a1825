// Evidence nodes that nothing hangs on any more go, in the order in which they hang on one another, with the
// aliases that named them alone. A frame that stays involves only whom its remaining records mention. Those that
// stay lose the vector that was made of their former records.
// params: scope, uids
// mode: write
CALL () {
  UNWIND $uids AS uid
  MATCH (node:Evidence {scope: $scope, uid: uid})
  WHERE node.kind IN ['entity_topic', 'event_frame'] AND NOT EXISTS { (node)<-[:CONCERNS|PART_OF]-() }
  DETACH DELETE node
  RETURN count(*) AS composites
}
CALL () {
  UNWIND $uids AS uid
  MATCH (frame:Evidence {scope: $scope, uid: uid})-[edge:INVOLVES]->(entity:Evidence)
  WHERE NOT EXISTS { (frame)<-[:PART_OF]-(:Record)-[:MENTIONS]->(entity) }
  DELETE edge
  RETURN count(*) AS uninvolved
}
CALL () {
  UNWIND $uids AS uid
  MATCH (node:Evidence {scope: $scope, uid: uid})
  WHERE node.kind IN ['entity', 'topic']
    AND NOT EXISTS { (node)<-[:MENTIONS|ABOUT|OF_ENTITY|OF_TOPIC|INVOLVES]-() }
  OPTIONAL MATCH (node)<-[:NAMES|NEVER_NAMES]-(alias:Alias)
  WITH collect(DISTINCT node) AS nodes, collect(DISTINCT alias) AS aliases
  FOREACH (each IN nodes | DETACH DELETE each)
  WITH size(nodes) AS simple, [alias IN aliases WHERE NOT EXISTS { (alias)-[:NAMES|NEVER_NAMES]->() }] AS nameless
  FOREACH (each IN nameless | DETACH DELETE each)
  RETURN simple, size(nameless) AS aliases
}
CALL () {
  UNWIND $uids AS uid
  MATCH (node:Evidence {scope: $scope, uid: uid})
  WHERE node.embedding IS NOT NULL
  REMOVE node.embedding
}
RETURN composites + simple AS evidence, aliases
