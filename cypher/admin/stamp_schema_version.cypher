// Notes on the store's own node, once there is one, up to which migration the schema stands.
// params: version
// mode: write
MATCH (s:Store {key: 'store'})
SET s.schema_version = $version
