// The sessions of a user, or the one that is named.
// params: scope, session_uid
// mode: read
MATCH (session:Session {scope: $scope})
WHERE session.uid IS NOT NULL AND ($session_uid IS NULL OR session.uid = $session_uid)
RETURN session.uid AS uid
ORDER BY uid
