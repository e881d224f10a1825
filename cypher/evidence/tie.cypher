// Records land with their evidence, then the ties; every node was locked when it was written or matched.
// params: scope, ties
// mode: write
CALL () {
  UNWIND $ties.mentions AS row
  MATCH (start:Record {scope: $scope, uid: row[0]})
  MATCH (end:Evidence {scope: $scope, uid: row[1]})
  MERGE (start)-[:MENTIONS]->(end)
}
CALL () {
  UNWIND $ties.about AS row
  MATCH (start:Record {scope: $scope, uid: row[0]})
  MATCH (end:Evidence {scope: $scope, uid: row[1]})
  MERGE (start)-[:ABOUT]->(end)
}
CALL () {
  UNWIND $ties.concerns AS row
  MATCH (start:Record {scope: $scope, uid: row[0]})
  MATCH (end:Evidence {scope: $scope, uid: row[1]})
  MERGE (start)-[:CONCERNS]->(end)
}
CALL () {
  UNWIND $ties.part_of AS row
  MATCH (start:Record {scope: $scope, uid: row[0]})
  MATCH (end:Evidence {scope: $scope, uid: row[1]})
  MERGE (start)-[:PART_OF]->(end)
}
CALL () {
  UNWIND $ties.of_entity AS row
  MATCH (start:Evidence {scope: $scope, uid: row[0]})
  MATCH (end:Evidence {scope: $scope, uid: row[1]})
  MERGE (start)-[:OF_ENTITY]->(end)
}
CALL () {
  UNWIND $ties.of_topic AS row
  MATCH (start:Evidence {scope: $scope, uid: row[0]})
  MATCH (end:Evidence {scope: $scope, uid: row[1]})
  MERGE (start)-[:OF_TOPIC]->(end)
}
CALL () {
  UNWIND $ties.involves AS row
  MATCH (start:Evidence {scope: $scope, uid: row[0]})
  MATCH (end:Evidence {scope: $scope, uid: row[1]})
  MERGE (start)-[:INVOLVES]->(end)
}
CALL () {
  UNWIND $ties.names AS row
  MATCH (start:Alias {scope: $scope, uid: row[0]})
  MATCH (end:Evidence {scope: $scope, uid: row[1]})
  WHERE NOT EXISTS { (start)-[:NEVER_NAMES]->(end) }
  MERGE (start)-[:NAMES]->(end)
}
CALL () {
  UNWIND $ties.record_on_day AS row
  MATCH (start:Record {scope: $scope, uid: row[0]})
  MATCH (end:Day {scope: $scope, uid: row[1]})
  MERGE (start)-[:ON_DAY]->(end)
}
CALL () {
  UNWIND $ties.event_on_day AS row
  MATCH (start:Evidence {scope: $scope, uid: row[0]})
  MATCH (end:Day {scope: $scope, uid: row[1]})
  MERGE (start)-[:ON_DAY]->(end)
}
CALL () {
  UNWIND $ties.day_in_month AS row
  MATCH (start:Day {scope: $scope, uid: row[0]})
  MATCH (end:Month {scope: $scope, uid: row[1]})
  MERGE (start)-[:IN_MONTH]->(end)
}
CALL () {
  UNWIND $ties.record_in_month AS row
  MATCH (start:Record {scope: $scope, uid: row[0]})
  MATCH (end:Month {scope: $scope, uid: row[1]})
  MERGE (start)-[:IN_MONTH]->(end)
}
CALL () {
  UNWIND $ties.event_in_month AS row
  MATCH (start:Evidence {scope: $scope, uid: row[0]})
  MATCH (end:Month {scope: $scope, uid: row[1]})
  MERGE (start)-[:IN_MONTH]->(end)
}
CALL () {
  UNWIND $ties.month_in_year AS row
  MATCH (start:Month {scope: $scope, uid: row[0]})
  MATCH (end:Year {scope: $scope, uid: row[1]})
  MERGE (start)-[:IN_YEAR]->(end)
}
CALL () {
  UNWIND $ties.record_in_year AS row
  MATCH (start:Record {scope: $scope, uid: row[0]})
  MATCH (end:Year {scope: $scope, uid: row[1]})
  MERGE (start)-[:IN_YEAR]->(end)
}
CALL () {
  UNWIND $ties.event_in_year AS row
  MATCH (start:Evidence {scope: $scope, uid: row[0]})
  MATCH (end:Year {scope: $scope, uid: row[1]})
  MERGE (start)-[:IN_YEAR]->(end)
}
FINISH
