// Evidence nodes without a vector, of those named or of all, with what it is made of: the names that stand
// beside them and the statements that are believed of them, oldest first.
// params: scope, uids, after, limit, texts, open_end
// mode: read
CALL () {
  WITH $uids AS uids WHERE uids IS NOT NULL
  UNWIND uids AS uid
  MATCH (node:Evidence {scope: $scope, uid: uid})
  RETURN node
  UNION ALL
  WITH $uids AS uids WHERE uids IS NULL
  MATCH (node:Evidence {scope: $scope}) WHERE node.uid > $after
  RETURN node
}
WITH node
WHERE node.uid > $after AND node.kind IN ['entity', 'topic', 'event_frame'] AND node.embedding IS NULL
WITH node ORDER BY node.uid LIMIT $limit
RETURN node.uid AS uid, node.kind AS kind, node.key AS key, node.name AS name,
  COLLECT {
    MATCH (node)<-[:MENTIONS|ABOUT|PART_OF]-(record:Record)
    WHERE record.superseded_at = $open_end
    RETURN record.text ORDER BY record.recorded_at, record.uid LIMIT $texts
  } AS texts,
  COLLECT {
    MATCH (node)<-[:OF_ENTITY|OF_TOPIC]-(:Evidence)-[:OF_ENTITY|OF_TOPIC]->(other:Evidence)
    WHERE other <> node
    RETURN DISTINCT other.name ORDER BY other.name LIMIT $texts
  } AS beside
