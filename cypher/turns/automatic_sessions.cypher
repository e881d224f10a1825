// The sessions of a user that were opened without a session id, latest first.
// params: scope, agent_id, limit
// mode: read
MATCH (session:Session {scope: $scope, agent_id: $agent_id})
WHERE session.automatic
RETURN session.uid AS uid, session.started_at AS started_at, session.ended_at AS ended_at, session.written_at AS written_at
ORDER BY session.written_at DESC
LIMIT $limit
