// Sessions of a user with turns that no closed segment covers.
// params: scope
// mode: read
MATCH (session:Session {scope: $scope})
WHERE session.uid IS NOT NULL AND session.segmented_to < session.next - 1
RETURN session.uid AS uid
ORDER BY uid
