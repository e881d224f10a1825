// The turns of one session with their vectors, from which a benchmark makes its background.
// params: scope, session_uid
// mode: read
MATCH (turn:Turn {scope: $scope, session_uid: $session_uid})
WHERE turn.position >= 0 AND turn.context_embedding IS NOT NULL
RETURN turn.speaker AS speaker, turn.context_embedding AS context_embedding,
  COLLECT {
    MATCH (turn)-[:HAS_PASSAGE]->(passage:Passage {scope: $scope})
    RETURN {text: passage.text, embedding: passage.embedding} ORDER BY passage.position
  } AS passages
ORDER BY turn.position
