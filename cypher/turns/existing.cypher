// Which of the given turns are stored.
// params: scope, uids
// mode: read
UNWIND $uids AS uid
MATCH (turn:Turn {scope: $scope, uid: uid})
RETURN turn.uid AS uid, turn.session_uid AS session_uid
