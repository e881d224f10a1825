// Who speaks in this scope's sessions.
// params: scope
// mode: read
MATCH (session:Session) WHERE session.scope = $scope AND session.uid IS NOT NULL
UNWIND session.speakers AS speaker
RETURN speaker, count(*) AS sessions ORDER BY sessions DESC, speaker LIMIT 200
