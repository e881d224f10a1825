// Records and evidence nodes without the vector by which they are found.
// params: scope, examples
// mode: read
CALL () {
  MATCH (node:Record {scope: $scope}) WHERE node.recorded_at IS NOT NULL AND node.embedding IS NULL
  RETURN node.uid AS uid
  UNION ALL
  MATCH (node:Evidence {scope: $scope})
  WHERE node.kind IN ['entity', 'topic', 'event_frame'] AND node.embedding IS NULL
  RETURN node.uid AS uid
}
WITH uid ORDER BY uid
RETURN count(uid) AS count, collect(uid)[..$examples] AS examples
