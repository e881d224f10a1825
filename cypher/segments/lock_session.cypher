// Holds a session's lock until the transaction ends, so that one segmenter works on it at a time. The value
// that is set never changes: it only takes the lock.
// params: scope, session_uid
// mode: write
MATCH (session:Session {scope: $scope, uid: $session_uid})
SET session.agent_id = session.agent_id
