// What tells apart entities that share a name: what is said with each, most often first, and when a session and
// anything spoke of it last. Which of them given records mention already.
// params: scope, uids, session_uid, records, most, open_end
// mode: read
UNWIND $uids AS uid
MATCH (entity:Evidence {scope: $scope, uid: uid})
WITH entity, COLLECT {
  MATCH (entity)-[:MERGED_INTO*0..]-()<-[:MENTIONS]-(record)
  WHERE record.superseded_at = $open_end
  RETURN DISTINCT record
} AS records
RETURN entity.uid AS uid, COLLECT {
    UNWIND records AS record
    MATCH (record)-[:MENTIONS|ABOUT]->(other) WHERE other.key <> entity.key
    WITH other.key AS key, count(*) AS together ORDER BY together DESC, key LIMIT $most
    RETURN key
  } AS beside,
  reduce(last = null, record IN records |
    CASE WHEN record.session_uid = $session_uid AND (last IS NULL OR record.recorded_at > last)
      THEN record.recorded_at ELSE last END) AS here,
  reduce(last = null, record IN records |
    CASE WHEN last IS NULL OR record.recorded_at > last THEN record.recorded_at ELSE last END) AS last,
  COLLECT {
    MATCH (entity)<-[:MENTIONS]-(record) WHERE record.uid IN $records
    RETURN record.uid ORDER BY record.uid
  } AS mentioned
