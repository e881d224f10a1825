// What the leaf of an encoded segment is made of: vectors of its turns and passages, and its believed records with
// theirs. bare: it never had a record, not even one that was deleted by hand.
// params: scope, uids, open_end, unknown
// mode: read
UNWIND $uids AS uid
MATCH (segment:Segment {scope: $scope, uid: uid}) WHERE segment.status = 'encoded'
RETURN uid, NOT EXISTS { (segment)<-[:FROM_SEGMENT]-() } AS bare,
  COLLECT { MATCH (segment)-[:COVERS]->(turn) WHERE turn.context_embedding IS NOT NULL
    RETURN turn.context_embedding ORDER BY turn.position } AS contexts,
  COLLECT { MATCH (segment)-[:COVERS]->(turn)-[:HAS_PASSAGE]->(passage) WHERE passage.embedding IS NOT NULL
    RETURN {uid: passage.uid, text: passage.text, vector: passage.embedding, said_at: turn.said_at,
      offset: turn.utc_offset_minutes} ORDER BY turn.position, passage.position } AS passages,
  COLLECT { MATCH (segment)<-[:FROM_SEGMENT]-(record)
    WHERE record.superseded_at = $open_end AND record.text <> '' AND record.embedding IS NOT NULL
    WITH record, head(COLLECT { MATCH (record)-[:EVIDENCED_BY]->(turn:Turn)
      RETURN {said_at: turn.said_at, offset: turn.utc_offset_minutes} ORDER BY turn.position LIMIT 1 }) AS said
    RETURN {uid: record.uid, text: record.text, vector: record.embedding, said_at: said.said_at,
      offset: said.offset} ORDER BY record.uid } AS records,
  COLLECT { MATCH (segment)-[:COVERS]->(turn) WHERE turn.said_at > $unknown
    WITH min(turn.said_at) AS first, max(turn.said_at) AS last WHERE first IS NOT NULL
    RETURN [first, last] } AS times
