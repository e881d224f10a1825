// What inner nodes sum up: the words of their children by time, and the records that these quote, with vectors.
// params: scope, uids
// mode: read
UNWIND $uids AS uid
MATCH (node:Summary {scope: $scope, uid: uid})
CALL (node) {
  MATCH (child:Summary {scope: $scope, parent_uid: node.uid})
  WITH child ORDER BY child.from, child.uid
  RETURN collect(CASE WHEN child.text <> '' THEN child.text END) AS texts,
    sum(CASE WHEN child.text = '' THEN 1 ELSE 0 END) AS missing,
    reduce(all = [], each IN collect(child.quotes) | all + each) AS quotes
}
RETURN uid, node.leaf_count AS leaf_count, node.embedding AS vector, texts, missing,
  COLLECT {
    UNWIND quotes AS quote
    MATCH (record:Record {scope: $scope, uid: quote})
    WHERE record.text <> '' AND record.embedding IS NOT NULL
    WITH DISTINCT record, head(COLLECT { MATCH (record)-[:EVIDENCED_BY]->(turn:Turn)
      RETURN {said_at: turn.said_at, offset: turn.utc_offset_minutes} ORDER BY turn.position LIMIT 1 }) AS said
    RETURN {uid: record.uid, text: record.text, vector: record.embedding, said_at: said.said_at,
      offset: said.offset} ORDER BY record.uid
  } AS records
