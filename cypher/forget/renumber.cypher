// The turns of a locked session close ranks: from a position on each gets the place after the one before it.
// params: scope, session_uid, first
// mode: write
MATCH (turn:Turn {scope: $scope, session_uid: $session_uid})
WHERE turn.position >= $first
WITH turn ORDER BY turn.position
WITH collect(turn) AS turns
UNWIND range(0, size(turns) - 1) AS i
WITH turns[i] AS turn, $first + i AS position
SET turn.position = position
