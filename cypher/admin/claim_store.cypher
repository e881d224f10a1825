// Writes on first start whose vectors this store holds. Whoever comes second reads what the first wrote;
// a mean that was unknown then may be added later.
// params: schema_version, embedder, dimensions, mean
// mode: write
MERGE (s:Store {key: 'store'})
ON CREATE SET s.schema_version = $schema_version, s.embedder = $embedder, s.dimensions = $dimensions,
  s.created_at = datetime()
SET s.mean = coalesce(s.mean, $mean)
RETURN s.schema_version AS schema_version, s.embedder AS embedder, s.dimensions AS dimensions, s.mean AS mean
