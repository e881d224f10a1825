// Text, stemmed for English, beside filter_tokens: a full-text search cannot filter by property, so the
// user's token is a required term of every query. The analyzer leaves a letter and hex digits whole.
CREATE FULLTEXT INDEX turn_text IF NOT EXISTS FOR (n:Turn) ON EACH [n.context, n.filter_tokens]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english', `fulltext.eventually_consistent`: false}};
CREATE FULLTEXT INDEX record_text IF NOT EXISTS FOR (n:Record) ON EACH [n.text, n.filter_tokens]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english', `fulltext.eventually_consistent`: false}};
CREATE FULLTEXT INDEX evidence_text IF NOT EXISTS FOR (n:Evidence) ON EACH [n.name, n.filter_tokens]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english', `fulltext.eventually_consistent`: false}};
CREATE FULLTEXT INDEX summary_text IF NOT EXISTS FOR (n:Summary) ON EACH [n.text, n.filter_tokens]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english', `fulltext.eventually_consistent`: false}};
