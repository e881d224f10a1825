// Passages without their turn.
// params: scope, examples
// mode: read
MATCH (node:Passage {scope: $scope})
WHERE node.uid IS NOT NULL AND NOT EXISTS { (node)<-[:HAS_PASSAGE]-(turn) WHERE turn.uid = node.turn_uid }
WITH node.uid AS uid ORDER BY uid
RETURN count(uid) AS count, collect(uid)[..$examples] AS examples
