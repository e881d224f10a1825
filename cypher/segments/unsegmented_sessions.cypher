// Sessions of a user with turns that no closed segment covers.
// params: scope
// mode: read
MATCH (session:Session {scope: $scope})
WHERE session.segmented_to < session.next - 1
RETURN session.uid AS uid
ORDER BY uid
