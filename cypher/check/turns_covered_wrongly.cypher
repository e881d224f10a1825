// Turns up to where their session is segmented that not exactly one segment covers.
// params: scope, examples
// mode: read
MATCH (session:Session {scope: $scope}) WHERE session.uid IS NOT NULL
MATCH (node:Turn {scope: $scope, session_uid: session.uid})
WHERE node.position <= session.segmented_to AND COUNT { (node)<-[:COVERS]-() } <> 1
WITH node.uid AS uid ORDER BY uid
RETURN count(uid) AS count, collect(uid)[..$examples] AS examples
