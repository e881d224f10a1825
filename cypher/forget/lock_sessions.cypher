// Waits for the writers of a user who began before the mark was set: each holds its session until it has
// committed. The value that is set never changes: it only takes the locks, in one order.
// params: scope
// mode: write
MATCH (session:Session {scope: $scope}) WHERE session.uid IS NOT NULL
WITH session ORDER BY session.uid
SET session.agent_id = session.agent_id
RETURN count(*) AS sessions
