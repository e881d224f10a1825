// An entity that was split off goes, after all that was said of it has moved back; with the names that it had alone.
// params: scope, uid
// mode: write
MATCH (entity:Evidence {scope: $scope, uid: $uid})
WHERE NOT EXISTS { (entity)<-[:MENTIONS|OF_ENTITY]-() }
WITH entity, COLLECT { MATCH (entity)<-[:NAMES|NEVER_NAMES]-(alias) RETURN alias } AS aliases
DETACH DELETE entity
WITH aliases
CALL (aliases) {
  UNWIND aliases AS alias
  WITH alias WHERE NOT EXISTS { (alias)-[:NAMES|NEVER_NAMES]->() }
  DETACH DELETE alias
}
RETURN count(*) AS changes
