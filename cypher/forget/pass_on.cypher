// An entity is to go that others are merged into: they are merged into what it was merged into, or, where it was
// the last, into the first of them. A person said that they are one, and so they stay.
// params: scope, uid
// mode: write
MATCH (gone:Evidence {scope: $scope, uid: $uid})
WITH gone, COLLECT { MATCH (gone)<-[:MERGED_INTO]-(source) RETURN source ORDER BY source.uid } AS sources,
  COLLECT { MATCH (gone)-[:MERGED_INTO]->(target) RETURN target } AS targets
WITH gone, sources, head(targets + sources) AS heir
CALL (gone, sources, heir) {
  UNWIND sources AS source
  MATCH (source)-[former:MERGED_INTO]->(gone)
  WHERE source <> heir
  MERGE (source)-[edge:MERGED_INTO]->(heir)
  SET edge = properties(former)
}
CALL (gone) {
  MATCH (gone)-[edge:MERGED_INTO]-()
  DELETE edge
}
FINISH
