// Turns go, with their passages.
// params: scope, uids
// mode: write
UNWIND $uids AS uid
MATCH (turn:Turn {scope: $scope, uid: uid})
WITH collect(turn) AS gone
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
RETURN turns, passages
