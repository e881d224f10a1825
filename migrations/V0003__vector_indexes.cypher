// Vectors, with every property that a search filters on inside the index: a filter applied afterwards
// starves small users in a big store. A hot property (visits, last_used_at) never stands in WITH: changing it
// would index the vector again.
CREATE VECTOR INDEX passage_embedding IF NOT EXISTS FOR (n:Passage) ON n.embedding
WITH [n.scope, n.session_uid, n.agent_id, n.said_at]
OPTIONS {indexConfig: {
  `vector.dimensions`: $dimensions,
  `vector.similarity_function`: 'cosine',
  `vector.quantization.type`: $quantization
}};
CREATE VECTOR INDEX turn_context_embedding IF NOT EXISTS FOR (n:Turn) ON n.context_embedding
WITH [n.scope, n.session_uid, n.agent_id, n.said_at]
OPTIONS {indexConfig: {
  `vector.dimensions`: $dimensions,
  `vector.similarity_function`: 'cosine',
  `vector.quantization.type`: $quantization
}};
CREATE VECTOR INDEX record_embedding IF NOT EXISTS FOR (n:Record) ON n.embedding
WITH [n.scope, n.session_uid, n.agent_id, n.type, n.tier, n.event_from, n.event_to, n.recorded_at, n.superseded_at, n.valid_from, n.valid_to]
OPTIONS {indexConfig: {
  `vector.dimensions`: $dimensions,
  `vector.similarity_function`: 'cosine',
  `vector.quantization.type`: $quantization
}};
CREATE VECTOR INDEX evidence_embedding IF NOT EXISTS FOR (n:Evidence) ON n.embedding
WITH [n.scope, n.kind]
OPTIONS {indexConfig: {
  `vector.dimensions`: $dimensions,
  `vector.similarity_function`: 'cosine',
  `vector.quantization.type`: $quantization
}};
CREATE VECTOR INDEX summary_embedding IF NOT EXISTS FOR (n:Summary) ON n.embedding
WITH [n.scope, n.parent_uid, n.depth, n.tier]
OPTIONS {indexConfig: {
  `vector.dimensions`: $dimensions,
  `vector.similarity_function`: 'cosine',
  `vector.quantization.type`: $quantization
}};
