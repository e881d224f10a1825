// One node per user and identity, for every label. MERGE is safe under concurrency only with these.
CREATE CONSTRAINT store_key IF NOT EXISTS FOR (n:Store) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT scope_identity IF NOT EXISTS FOR (n:Scope) REQUIRE n.scope IS UNIQUE;
CREATE CONSTRAINT session_identity IF NOT EXISTS FOR (n:Session) REQUIRE (n.scope, n.uid) IS UNIQUE;
CREATE CONSTRAINT turn_identity IF NOT EXISTS FOR (n:Turn) REQUIRE (n.scope, n.uid) IS UNIQUE;
CREATE CONSTRAINT passage_identity IF NOT EXISTS FOR (n:Passage) REQUIRE (n.scope, n.uid) IS UNIQUE;
CREATE CONSTRAINT segment_identity IF NOT EXISTS FOR (n:Segment) REQUIRE (n.scope, n.uid) IS UNIQUE;
CREATE CONSTRAINT record_identity IF NOT EXISTS FOR (n:Record) REQUIRE (n.scope, n.uid) IS UNIQUE;
CREATE CONSTRAINT evidence_identity IF NOT EXISTS FOR (n:Evidence) REQUIRE (n.scope, n.uid) IS UNIQUE;
CREATE CONSTRAINT alias_identity IF NOT EXISTS FOR (n:Alias) REQUIRE (n.scope, n.uid) IS UNIQUE;
CREATE CONSTRAINT day_identity IF NOT EXISTS FOR (n:Day) REQUIRE (n.scope, n.uid) IS UNIQUE;
CREATE CONSTRAINT month_identity IF NOT EXISTS FOR (n:Month) REQUIRE (n.scope, n.uid) IS UNIQUE;
CREATE CONSTRAINT year_identity IF NOT EXISTS FOR (n:Year) REQUIRE (n.scope, n.uid) IS UNIQUE;
CREATE CONSTRAINT summary_identity IF NOT EXISTS FOR (n:Summary) REQUIRE (n.scope, n.uid) IS UNIQUE;
CREATE CONSTRAINT profile_identity IF NOT EXISTS FOR (n:Profile) REQUIRE (n.scope, n.uid) IS UNIQUE;
CREATE CONSTRAINT relation_identity IF NOT EXISTS FOR (n:Relation) REQUIRE (n.scope, n.uid) IS UNIQUE;
CREATE CONSTRAINT community_identity IF NOT EXISTS FOR (n:Community) REQUIRE (n.scope, n.uid) IS UNIQUE;
CREATE CONSTRAINT edit_identity IF NOT EXISTS FOR (n:Edit) REQUIRE (n.scope, n.uid) IS UNIQUE;
CREATE CONSTRAINT job_identity IF NOT EXISTS FOR (n:Job) REQUIRE (n.scope, n.uid) IS UNIQUE;
