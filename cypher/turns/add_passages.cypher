// Passages of turns with their vectors; written twice they are the same.
// params: scope, passages
// mode: write
UNWIND $passages AS row
MATCH (turn:Turn {scope: $scope, uid: row.turn_uid})
MERGE (passage:Passage {scope: $scope, uid: row.uid})
SET passage.turn_uid = turn.uid, passage.session_uid = turn.session_uid, passage.agent_id = turn.agent_id,
  passage.said_at = turn.said_at, passage.position = row.position, passage.start = row.start,
  passage.end = row.end, passage.text = row.text
MERGE (turn)-[:HAS_PASSAGE]->(passage)
WITH passage, row
CALL db.create.setNodeVectorProperty(passage, 'embedding', row.embedding)
RETURN count(*) AS passages
