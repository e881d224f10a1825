// The records of one user with their vectors, the entities they mention and how many turns prove each, from
// which a benchmark makes its background.
// params: scope
// mode: read
MATCH (record:Record {scope: $scope})
WHERE record.uid IS NOT NULL AND record.embedding IS NOT NULL
RETURN record.text AS text, record.embedding AS embedding, record.type AS type, record.subject AS subject,
  record.status AS status, record.source_role AS source_role, record.tags AS tags,
  record.time_text AS time_text, record.event_from AS event_from, record.event_to AS event_to,
  record.granularity AS granularity,
  COLLECT { MATCH (record)-[:MENTIONS]->(entity) RETURN entity.name ORDER BY entity.name } AS entities,
  COUNT { (record)-[:EVIDENCED_BY]->() } AS turns
ORDER BY record.uid
