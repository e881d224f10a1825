// Neighbours whose context changed: the text at once, the vector as soon as it is made.
// params: scope, contexts
// mode: write
UNWIND $contexts AS row
MATCH (turn:Turn {scope: $scope, uid: row.uid})
SET turn.context = row.context, turn:Unembedded
