// Beliefs: records by what they claim, and those that are not yet compared with what else is believed.
CREATE INDEX record_by_claim IF NOT EXISTS FOR (n:Record) ON (n.scope, n.claim);
CREATE INDEX unsettled_by_scope IF NOT EXISTS FOR (n:Unsettled) ON (n.scope);
