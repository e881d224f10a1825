// Turns go, with their passages and the relations that they prove. Says which evidence nodes these hung on.
// params: scope, uids
// mode: write
UNWIND $uids AS uid
MATCH (turn:Turn {scope: $scope, uid: uid})
WITH collect(turn) AS gone
CALL (gone) {
  UNWIND gone AS turn
  MATCH (turn)<-[:EVIDENCED_BY]-(relation:Relation)
  WITH DISTINCT relation
  OPTIONAL MATCH (relation)-[:SUBJECT|OBJECT]->(entity:Evidence)
  WITH relation, collect(entity.uid) AS entities
  DETACH DELETE relation
  RETURN count(*) AS relations, collect(entities) AS evidence
}
CALL (gone) {
  UNWIND gone AS turn
  MATCH (turn)-[:HAS_PASSAGE]->(passage:Passage)
  DETACH DELETE passage
  RETURN count(*) AS passages
}
CALL (gone) {
  UNWIND gone AS turn
  DETACH DELETE turn
  RETURN count(*) AS turns
}
RETURN turns, passages, relations, reduce(found = [], each IN evidence | found + each) AS evidence
