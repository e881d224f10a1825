// Turns of a session that no closed segment covers, in order, with the vectors of their passages;
// passage_count is null where nothing is embedded yet, refused tells that the embedder does not take the text.
// params: scope, session_uid, segmented_to
// mode: read
MATCH (turn:Turn {scope: $scope, session_uid: $session_uid})
WHERE turn.position > $segmented_to
RETURN turn.uid AS uid, turn.position AS position, turn.role AS role, turn.speaker AS speaker,
  turn.text AS text, turn.said_at AS said_at, turn.utc_offset_minutes AS utc_offset_minutes,
  turn.agent_id AS agent_id, turn.passage_count AS passage_count,
  turn.embedding_error IS NOT NULL AS refused,
  COLLECT { MATCH (turn)-[:HAS_PASSAGE]->(passage:Passage) RETURN passage.embedding } AS passages
ORDER BY position
