// Where statements look things up other than by (scope, uid), whose constraints bring their own index.
// A composite index serves a statement only when all its properties are constrained; `IS NOT NULL` is enough:
// MATCH (n:Turn {scope: $scope}) WHERE n.uid IS NOT NULL. Indexes on scope alone would be worse than none: on
// an empty store the planner takes them for a single node, too, and reads all of a user's nodes.
CREATE INDEX session_by_agent IF NOT EXISTS FOR (n:Session) ON (n.scope, n.agent_id);
CREATE INDEX session_by_start IF NOT EXISTS FOR (n:Session) ON (n.scope, n.started_at);
CREATE INDEX turn_by_place IF NOT EXISTS FOR (n:Turn) ON (n.scope, n.session_uid, n.position);
CREATE INDEX turn_by_time IF NOT EXISTS FOR (n:Turn) ON (n.scope, n.said_at);
CREATE INDEX unembedded_by_scope IF NOT EXISTS FOR (n:Unembedded) ON (n.scope);
CREATE INDEX passage_by_turn IF NOT EXISTS FOR (n:Passage) ON (n.scope, n.turn_uid);
CREATE INDEX segment_by_place IF NOT EXISTS FOR (n:Segment) ON (n.scope, n.session_uid, n.position);
CREATE INDEX segment_by_status IF NOT EXISTS FOR (n:Segment) ON (n.scope, n.status);
CREATE INDEX segment_by_lease IF NOT EXISTS FOR (n:Segment) ON (n.status, n.lease_until);
CREATE INDEX record_by_session IF NOT EXISTS FOR (n:Record) ON (n.scope, n.session_uid);
CREATE INDEX record_by_type IF NOT EXISTS FOR (n:Record) ON (n.scope, n.type);
CREATE INDEX record_by_event IF NOT EXISTS FOR (n:Record) ON (n.scope, n.event_from);
CREATE INDEX record_by_time IF NOT EXISTS FOR (n:Record) ON (n.scope, n.recorded_at);
CREATE INDEX evidence_by_key IF NOT EXISTS FOR (n:Evidence) ON (n.scope, n.key);
CREATE INDEX evidence_by_kind IF NOT EXISTS FOR (n:Evidence) ON (n.scope, n.kind);
CREATE INDEX alias_by_key IF NOT EXISTS FOR (n:Alias) ON (n.scope, n.key);
CREATE INDEX summary_by_parent IF NOT EXISTS FOR (n:Summary) ON (n.scope, n.parent_uid);
CREATE INDEX summary_by_stale IF NOT EXISTS FOR (n:Summary) ON (n.scope, n.stale);
CREATE INDEX profile_by_attribute IF NOT EXISTS FOR (n:Profile) ON (n.scope, n.attribute);
CREATE INDEX relation_by_time IF NOT EXISTS FOR (n:Relation) ON (n.scope, n.recorded_at);
CREATE INDEX job_by_status IF NOT EXISTS FOR (n:Job) ON (n.scope, n.status);
CREATE INDEX job_by_lease IF NOT EXISTS FOR (n:Job) ON (n.status, n.lease_until);
