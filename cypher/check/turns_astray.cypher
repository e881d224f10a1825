// Turns that do not hang on exactly one session, the one that they name.
// params: scope, examples
// mode: read
MATCH (node:Turn {scope: $scope})
WHERE node.uid IS NOT NULL AND (COUNT { (node)<-[:HAS_TURN]-() } <> 1
  OR NOT EXISTS { (node)<-[:HAS_TURN]-(session:Session) WHERE session.uid = node.session_uid })
WITH node.uid AS uid ORDER BY uid
RETURN count(uid) AS count, collect(uid)[..$examples] AS examples
