// Turns after the first of a session that are not tied to the one before them, or are tied to another.
// params: scope, examples
// mode: read
MATCH (node:Turn {scope: $scope})
WHERE node.uid IS NOT NULL AND CASE node.position
  WHEN 0 THEN EXISTS { (node)<-[:NEXT]-() }
  ELSE COUNT { (node)<-[:NEXT]-() } <> 1
    OR NOT EXISTS { (node)<-[:NEXT]-(b) WHERE b.position = node.position - 1 AND b.session_uid = node.session_uid }
END
WITH node.uid AS uid ORDER BY uid
RETURN count(uid) AS count, collect(uid)[..$examples] AS examples
