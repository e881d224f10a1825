// Turns of a user whose vectors are missing or out of date, oldest first within a session.
// params: scope, excluded, limit
// mode: read
MATCH (turn:Turn:Unembedded {scope: $scope})
WHERE NOT turn.uid IN $excluded
RETURN turn.uid AS uid, turn.session_uid AS session_uid, turn.speaker AS speaker,
  turn.text AS text, turn.context AS context, turn.passage_count IS NULL AS passages_missing
ORDER BY turn.session_uid, turn.position
LIMIT $limit
