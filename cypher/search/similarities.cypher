// Raw cosines of turns' passages to a question and to the store's mean vector, from which the centred one
// follows.
// params: scope, turns, question, mean
// mode: read
UNWIND $turns AS uid
MATCH (turn:Turn {scope: $scope, uid: uid})-[:HAS_PASSAGE]->(passage:Passage {scope: $scope})
RETURN uid, 2 * vector.similarity.cosine(passage.embedding, $question) - 1 AS to_question,
  2 * vector.similarity.cosine(passage.embedding, $mean) - 1 AS to_mean
