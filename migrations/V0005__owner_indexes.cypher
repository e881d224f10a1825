// All of one user's nodes of a label, or all of one session's: to list, count, export and forget them.
// A composite index is of no use to a statement that constrains only its first properties.
CREATE INDEX session_by_scope IF NOT EXISTS FOR (n:Session) ON (n.scope);
CREATE INDEX turn_by_scope IF NOT EXISTS FOR (n:Turn) ON (n.scope);
CREATE INDEX turn_by_session IF NOT EXISTS FOR (n:Turn) ON (n.scope, n.session_uid);
CREATE INDEX unembedded_by_scope IF NOT EXISTS FOR (n:Unembedded) ON (n.scope);
CREATE INDEX passage_by_scope IF NOT EXISTS FOR (n:Passage) ON (n.scope);
CREATE INDEX segment_by_scope IF NOT EXISTS FOR (n:Segment) ON (n.scope);
CREATE INDEX segment_by_session IF NOT EXISTS FOR (n:Segment) ON (n.scope, n.session_uid);
CREATE INDEX record_by_scope IF NOT EXISTS FOR (n:Record) ON (n.scope);
CREATE INDEX evidence_by_scope IF NOT EXISTS FOR (n:Evidence) ON (n.scope);
CREATE INDEX alias_by_scope IF NOT EXISTS FOR (n:Alias) ON (n.scope);
CREATE INDEX day_by_scope IF NOT EXISTS FOR (n:Day) ON (n.scope);
CREATE INDEX month_by_scope IF NOT EXISTS FOR (n:Month) ON (n.scope);
CREATE INDEX year_by_scope IF NOT EXISTS FOR (n:Year) ON (n.scope);
CREATE INDEX summary_by_scope IF NOT EXISTS FOR (n:Summary) ON (n.scope);
CREATE INDEX profile_by_scope IF NOT EXISTS FOR (n:Profile) ON (n.scope);
CREATE INDEX relation_by_scope IF NOT EXISTS FOR (n:Relation) ON (n.scope);
CREATE INDEX community_by_scope IF NOT EXISTS FOR (n:Community) ON (n.scope);
CREATE INDEX edit_by_scope IF NOT EXISTS FOR (n:Edit) ON (n.scope);
CREATE INDEX job_by_scope IF NOT EXISTS FOR (n:Job) ON (n.scope);
