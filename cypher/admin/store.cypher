// The store's own node: whose vectors it holds.
// params:
// mode: read
MATCH (s:Store {key: 'store'})
RETURN s.schema_version AS schema_version, s.embedder AS embedder, s.dimensions AS dimensions, s.mean AS mean
