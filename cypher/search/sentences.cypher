// The passages of turns with their raw cosines to a question and to the store's mean vector, from which the
// centred one follows.
// Only the starting node has a label: in a small store the planner would rather scan a label than follow an edge.
// params: scope, turns, question, mean
// mode: read
UNWIND $turns AS uid
MATCH (turn:Turn {scope: $scope, uid: uid})-[:HAS_PASSAGE]->(passage)
WHERE passage.scope = $scope AND passage.embedding IS NOT NULL
RETURN uid, collect([passage.start, passage.end,
  2 * vector.similarity.cosine(passage.embedding, $question) - 1,
  2 * vector.similarity.cosine(passage.embedding, $mean) - 1]) AS passages
