// What no statement writes or reads goes: the constraints and indexes of Relation, Community and Job, and indexes
// that no statement uses. No release wrote nodes of these labels, nor the edges RELATED, SUBJECT, OBJECT and
// HAS_MEMBER. Whoever made some by hand keeps them: only the schema goes, and from now on they are data of the
// database's owner, which graphmem neither reads, exports nor forgets.
DROP CONSTRAINT relation_identity IF EXISTS;
DROP CONSTRAINT community_identity IF EXISTS;
DROP CONSTRAINT job_identity IF EXISTS;
DROP INDEX relation_by_time IF EXISTS;
DROP INDEX job_by_status IF EXISTS;
DROP INDEX job_by_lease IF EXISTS;
DROP INDEX session_by_start IF EXISTS;
DROP INDEX passage_by_turn IF EXISTS;
DROP INDEX record_by_type IF EXISTS;
DROP INDEX record_by_event IF EXISTS;
DROP INDEX profile_by_attribute IF EXISTS;
// It knew no user, so a lookup of one user's leases read everybody's; segment_by_status knows both.
DROP INDEX segment_by_lease IF EXISTS;
// No search asked for the words of summaries: their vectors are searched.
DROP INDEX summary_text IF EXISTS;
// The tokens by which that index filtered go; told becomes summarised_leaves. In batches: a whole store in one
// transaction could exceed its memory.
MATCH (summary:Summary)
WHERE summary.scope IS NOT NULL AND (summary.filter_tokens IS NOT NULL OR summary.told IS NOT NULL)
CALL (summary) {
  SET summary.summarised_leaves = coalesce(summary.told, summary.summarised_leaves)
  REMOVE summary.told, summary.filter_tokens
} IN TRANSACTIONS OF 1000 ROWS;
// CLOSES becomes CLOSED_VERSION_OF, between records of one user; other edges of that type are somebody else's.
MATCH (version:Record)-[former:CLOSES]->(original:Record)
WHERE version.scope = original.scope
CALL (version, former, original) {
  MERGE (version)-[edge:CLOSED_VERSION_OF]->(original)
  SET edge += properties(former)
  DELETE former
} IN TRANSACTIONS OF 1000 ROWS;
// SPARES becomes REVOKED_SUPERSESSION, likewise.
MATCH (newer:Record)-[former:SPARES]->(older:Record)
WHERE newer.scope = older.scope
CALL (newer, former, older) {
  MERGE (newer)-[edge:REVOKED_SUPERSESSION]->(older)
  SET edge += properties(former)
  DELETE former
} IN TRANSACTIONS OF 1000 ROWS;
