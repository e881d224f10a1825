// The session that a user wrote last before another: the segmenter starts from its vectors.
CREATE INDEX session_by_writing IF NOT EXISTS FOR (n:Session) ON (n.scope, n.written_at);
