// One entity as it is read: with all that is merged into it.
// params: scope, uid, open_end, unknown, most
// mode: read
MATCH (:Evidence {scope: $scope, uid: $uid})-[:MERGED_INTO*0..]->(entity)
WHERE NOT EXISTS { (entity)-[:MERGED_INTO]->() }
WITH entity, COLLECT { MATCH (entity)<-[:MERGED_INTO*0..]-(member) RETURN member } AS members
WITH entity, members, COLLECT {
  UNWIND members AS member
  MATCH (member)<-[:MENTIONS]-(record) WHERE record.superseded_at = $open_end
  RETURN DISTINCT record
} AS records
RETURN entity.uid AS uid, entity.name AS name, entity.key AS key, size(records) AS records,
  COLLECT {
    UNWIND members AS member
    MATCH (member)<-[named:NAMES]-(alias) WHERE alias.key <> entity.key
    RETURN {key: alias.key, by: named.by, entity: member.uid} ORDER BY alias.key, member.uid
  } AS aliases,
  COLLECT {
    UNWIND members AS member
    MATCH (member)-[edge:MERGED_INTO]->(into)
    RETURN {uid: member.uid, name: member.name, at: edge.at, by: edge.by, reason: edge.reason} ORDER BY edge.at, member.uid
  } AS merged,
  COLLECT {
    UNWIND records AS record
    MATCH (record)-[:MENTIONS]->(other) WHERE NOT other IN members
    MATCH (other)-[:MERGED_INTO*0..]->(root) WHERE NOT EXISTS { (root)-[:MERGED_INTO]->() }
    WITH root, count(DISTINCT record) AS together ORDER BY together DESC, root.name LIMIT $most
    RETURN root.name
  } AS beside,
  COLLECT {
    UNWIND records AS record
    MATCH (record)-[:ABOUT]->(topic)
    WITH topic, count(DISTINCT record) AS together ORDER BY together DESC, topic.name LIMIT $most
    RETURN topic.name
  } AS topics,
  COLLECT { MATCH (entity)-[:SPLIT_FROM]->(former) RETURN {uid: former.uid, name: former.name} } AS split_from,
  COLLECT {
    UNWIND records AS record
    MATCH (record)-[:EVIDENCED_BY]->(turn) WHERE turn.said_at > $unknown
    RETURN {first: min(turn.said_at), last: max(turn.said_at)}
  } AS said
