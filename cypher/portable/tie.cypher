// Relationships of a user come in, beside those that are there. Nothing is tied to a record that was deleted by
// hand, but its segment.
// params: scope, edges
// mode: write
CALL () {
  UNWIND $edges.Scope_HAS_SESSION_Session AS row
  MATCH (start:Scope {scope: $scope})
  MATCH (end:Session {scope: $scope, uid: row.end})
  MERGE (start)-[:HAS_SESSION]->(end)
}
CALL () {
  UNWIND $edges.Session_HAS_TURN_Turn AS row
  MATCH (start:Session {scope: $scope, uid: row.start})
  MATCH (end:Turn {scope: $scope, uid: row.end})
  MERGE (start)-[:HAS_TURN]->(end)
}
CALL () {
  UNWIND $edges.Turn_NEXT_Turn AS row
  MATCH (start:Turn {scope: $scope, uid: row.start})
  MATCH (end:Turn {scope: $scope, uid: row.end})
  MERGE (start)-[:NEXT]->(end)
}
CALL () {
  UNWIND $edges.Turn_HAS_PASSAGE_Passage AS row
  MATCH (start:Turn {scope: $scope, uid: row.start})
  MATCH (end:Passage {scope: $scope, uid: row.end})
  MERGE (start)-[:HAS_PASSAGE]->(end)
}
CALL () {
  UNWIND $edges.Session_HAS_SEGMENT_Segment AS row
  MATCH (start:Session {scope: $scope, uid: row.start})
  MATCH (end:Segment {scope: $scope, uid: row.end})
  MERGE (start)-[:HAS_SEGMENT]->(end)
}
CALL () {
  UNWIND $edges.Segment_COVERS_Turn AS row
  MATCH (start:Segment {scope: $scope, uid: row.start})
  MATCH (end:Turn {scope: $scope, uid: row.end})
  MERGE (start)-[:COVERS]->(end)
}
CALL () {
  UNWIND $edges.Segment_NEXT_Segment AS row
  MATCH (start:Segment {scope: $scope, uid: row.start})
  MATCH (end:Segment {scope: $scope, uid: row.end})
  MERGE (start)-[:NEXT]->(end)
}
CALL () {
  UNWIND $edges.Record_FROM_SEGMENT_Segment AS row
  MATCH (start:Record {scope: $scope, uid: row.start})
  MATCH (end:Segment {scope: $scope, uid: row.end})
  MERGE (start)-[:FROM_SEGMENT]->(end)
}
CALL () {
  UNWIND $edges.Record_EVIDENCED_BY_Turn AS row
  MATCH (start:Record {scope: $scope, uid: row.start})
  MATCH (end:Turn {scope: $scope, uid: row.end})
  WHERE start.text IS NOT NULL
  MERGE (start)-[:EVIDENCED_BY]->(end)
}
CALL () {
  UNWIND $edges.Record_EVIDENCED_BY_Edit AS row
  MATCH (start:Record {scope: $scope, uid: row.start})
  MATCH (end:Edit {scope: $scope, uid: row.end})
  WHERE start.text IS NOT NULL
  MERGE (start)-[:EVIDENCED_BY]->(end)
}
CALL () {
  UNWIND $edges.Record_MENTIONS_Evidence AS row
  MATCH (start:Record {scope: $scope, uid: row.start})
  MATCH (end:Evidence {scope: $scope, uid: row.end})
  WHERE start.text IS NOT NULL
  MERGE (start)-[:MENTIONS]->(end)
}
CALL () {
  UNWIND $edges.Record_ABOUT_Evidence AS row
  MATCH (start:Record {scope: $scope, uid: row.start})
  MATCH (end:Evidence {scope: $scope, uid: row.end})
  WHERE start.text IS NOT NULL
  MERGE (start)-[:ABOUT]->(end)
}
CALL () {
  UNWIND $edges.Record_CONCERNS_Evidence AS row
  MATCH (start:Record {scope: $scope, uid: row.start})
  MATCH (end:Evidence {scope: $scope, uid: row.end})
  WHERE start.text IS NOT NULL
  MERGE (start)-[:CONCERNS]->(end)
}
CALL () {
  UNWIND $edges.Record_PART_OF_Evidence AS row
  MATCH (start:Record {scope: $scope, uid: row.start})
  MATCH (end:Evidence {scope: $scope, uid: row.end})
  WHERE start.text IS NOT NULL
  MERGE (start)-[:PART_OF]->(end)
}
CALL () {
  UNWIND $edges.Evidence_OF_ENTITY_Evidence AS row
  MATCH (start:Evidence {scope: $scope, uid: row.start})
  MATCH (end:Evidence {scope: $scope, uid: row.end})
  MERGE (start)-[:OF_ENTITY]->(end)
}
CALL () {
  UNWIND $edges.Evidence_OF_TOPIC_Evidence AS row
  MATCH (start:Evidence {scope: $scope, uid: row.start})
  MATCH (end:Evidence {scope: $scope, uid: row.end})
  MERGE (start)-[:OF_TOPIC]->(end)
}
CALL () {
  UNWIND $edges.Evidence_INVOLVES_Evidence AS row
  MATCH (start:Evidence {scope: $scope, uid: row.start})
  MATCH (end:Evidence {scope: $scope, uid: row.end})
  MERGE (start)-[:INVOLVES]->(end)
}
CALL () {
  UNWIND $edges.Record_ON_DAY_Day AS row
  MATCH (start:Record {scope: $scope, uid: row.start})
  MATCH (end:Day {scope: $scope, uid: row.end})
  WHERE start.text IS NOT NULL
  MERGE (start)-[:ON_DAY]->(end)
}
CALL () {
  UNWIND $edges.Evidence_ON_DAY_Day AS row
  MATCH (start:Evidence {scope: $scope, uid: row.start})
  MATCH (end:Day {scope: $scope, uid: row.end})
  MERGE (start)-[:ON_DAY]->(end)
}
CALL () {
  UNWIND $edges.Record_IN_MONTH_Month AS row
  MATCH (start:Record {scope: $scope, uid: row.start})
  MATCH (end:Month {scope: $scope, uid: row.end})
  WHERE start.text IS NOT NULL
  MERGE (start)-[:IN_MONTH]->(end)
}
CALL () {
  UNWIND $edges.Evidence_IN_MONTH_Month AS row
  MATCH (start:Evidence {scope: $scope, uid: row.start})
  MATCH (end:Month {scope: $scope, uid: row.end})
  MERGE (start)-[:IN_MONTH]->(end)
}
CALL () {
  UNWIND $edges.Record_IN_YEAR_Year AS row
  MATCH (start:Record {scope: $scope, uid: row.start})
  MATCH (end:Year {scope: $scope, uid: row.end})
  WHERE start.text IS NOT NULL
  MERGE (start)-[:IN_YEAR]->(end)
}
CALL () {
  UNWIND $edges.Evidence_IN_YEAR_Year AS row
  MATCH (start:Evidence {scope: $scope, uid: row.start})
  MATCH (end:Year {scope: $scope, uid: row.end})
  MERGE (start)-[:IN_YEAR]->(end)
}
CALL () {
  UNWIND $edges.Day_IN_MONTH_Month AS row
  MATCH (start:Day {scope: $scope, uid: row.start})
  MATCH (end:Month {scope: $scope, uid: row.end})
  MERGE (start)-[:IN_MONTH]->(end)
}
CALL () {
  UNWIND $edges.Month_IN_YEAR_Year AS row
  MATCH (start:Month {scope: $scope, uid: row.start})
  MATCH (end:Year {scope: $scope, uid: row.end})
  MERGE (start)-[:IN_YEAR]->(end)
}
CALL () {
  UNWIND $edges.Alias_NAMES_Evidence AS row
  MATCH (start:Alias {scope: $scope, uid: row.start})
  MATCH (end:Evidence {scope: $scope, uid: row.end})
  WHERE NOT EXISTS { (start)-[:NEVER_NAMES]->(end) }
  MERGE (start)-[edge:NAMES]->(end)
  ON CREATE SET edge += row.properties
}
CALL () {
  UNWIND $edges.Alias_NEVER_NAMES_Evidence AS row
  MATCH (start:Alias {scope: $scope, uid: row.start})
  MATCH (end:Evidence {scope: $scope, uid: row.end})
  MERGE (start)-[edge:NEVER_NAMES]->(end)
  ON CREATE SET edge += row.properties
}
CALL () {
  UNWIND $edges.Evidence_MERGED_INTO_Evidence AS row
  MATCH (start:Evidence {scope: $scope, uid: row.start})
  MATCH (end:Evidence {scope: $scope, uid: row.end})
  WHERE NOT EXISTS { (start)-[:MERGED_INTO]->() } AND NOT EXISTS { (end)-[:MERGED_INTO*]->(start) }
  MERGE (start)-[edge:MERGED_INTO]->(end)
  ON CREATE SET edge += row.properties
}
CALL () {
  UNWIND $edges.Evidence_SPLIT_FROM_Evidence AS row
  MATCH (start:Evidence {scope: $scope, uid: row.start})
  MATCH (end:Evidence {scope: $scope, uid: row.end})
  MERGE (start)-[edge:SPLIT_FROM]->(end)
  ON CREATE SET edge += row.properties
}
CALL () {
  UNWIND $edges.Record_SUPERSEDES_Record AS row
  MATCH (start:Record {scope: $scope, uid: row.start})
  MATCH (end:Record {scope: $scope, uid: row.end})
  WHERE start.text IS NOT NULL AND end.text IS NOT NULL
  MERGE (start)-[edge:SUPERSEDES]->(end)
  ON CREATE SET edge += row.properties
}
CALL () {
  UNWIND $edges.Record_CLOSED_VERSION_OF_Record AS row
  MATCH (start:Record {scope: $scope, uid: row.start})
  MATCH (end:Record {scope: $scope, uid: row.end})
  WHERE start.text IS NOT NULL AND end.text IS NOT NULL
  MERGE (start)-[:CLOSED_VERSION_OF]->(end)
}
CALL () {
  UNWIND $edges.Record_REVOKED_SUPERSESSION_Record AS row
  MATCH (start:Record {scope: $scope, uid: row.start})
  MATCH (end:Record {scope: $scope, uid: row.end})
  WHERE start.text IS NOT NULL AND end.text IS NOT NULL
  MERGE (start)-[edge:REVOKED_SUPERSESSION]->(end)
  ON CREATE SET edge += row.properties
}
CALL () {
  UNWIND $edges.Scope_TREE_ROOT_Summary AS row
  MATCH (start:Scope {scope: $scope})
  MATCH (end:Summary {scope: $scope, uid: row.end})
  MERGE (start)-[:TREE_ROOT]->(end)
}
CALL () {
  UNWIND $edges.Summary_PARENT_OF_Summary AS row
  MATCH (start:Summary {scope: $scope, uid: row.start})
  MATCH (end:Summary {scope: $scope, uid: row.end})
  MERGE (start)-[:PARENT_OF]->(end)
}
CALL () {
  UNWIND $edges.Summary_SUMMARISES_Segment AS row
  MATCH (start:Summary {scope: $scope, uid: row.start})
  MATCH (end:Segment {scope: $scope, uid: row.end})
  MERGE (start)-[:SUMMARISES]->(end)
}
CALL () {
  UNWIND $edges.Profile_DISTILLED_FROM_Summary AS row
  MATCH (start:Profile {scope: $scope, uid: row.start})
  MATCH (end:Summary {scope: $scope, uid: row.end})
  MERGE (start)-[:DISTILLED_FROM]->(end)
}
CALL () {
  UNWIND $edges.Profile_DISTILLED_FROM_Record AS row
  MATCH (start:Profile {scope: $scope, uid: row.start})
  MATCH (end:Record {scope: $scope, uid: row.end})
  WHERE end.text IS NOT NULL
  MERGE (start)-[:DISTILLED_FROM]->(end)
}
FINISH
