// Which summaries are in a tier is asked after every add: the short-term one is a queue.
CREATE INDEX summary_by_tier IF NOT EXISTS FOR (n:Summary) ON (n.scope, n.tier);
