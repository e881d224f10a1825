// Closed copies without the record that they close, or beside one that is believed itself.
// params: scope, open_end, examples
// mode: read
MATCH (node:Record {scope: $scope})
WHERE node.recorded_at IS NOT NULL AND node.copy_of IS NOT NULL
  AND NOT EXISTS {
    (node)-[:CLOSED_VERSION_OF]->(origin:Record) WHERE origin.uid = node.copy_of AND origin.superseded_at < $open_end
  }
WITH node.uid AS uid ORDER BY uid
RETURN count(uid) AS count, collect(uid)[..$examples] AS examples
