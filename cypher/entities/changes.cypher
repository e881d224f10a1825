// What a person changed about entities and has not taken back, oldest first: merges, splits, and names given or
// taken away.
// params: scope
// mode: read
CALL () {
  MATCH (entity:Evidence {scope: $scope, kind: 'entity'})-[edge:MERGED_INTO]->(other)
  RETURN 'merge' AS kind, entity, other.uid AS other, other.name AS other_name, edge
  UNION ALL
  MATCH (entity:Evidence {scope: $scope, kind: 'entity'})-[edge:SPLIT_FROM]->(other)
  RETURN 'split' AS kind, entity, other.uid AS other, other.name AS other_name, edge
  UNION ALL
  MATCH (entity:Evidence {scope: $scope, kind: 'entity'})<-[edge:NAMES]-(alias)
  WHERE edge.by IS NOT NULL AND NOT EXISTS { (entity)-[split:SPLIT_FROM]->() WHERE split.at = edge.at }
  RETURN 'alias' AS kind, entity, alias.uid AS other, alias.key AS other_name, edge
  UNION ALL
  MATCH (entity:Evidence {scope: $scope, kind: 'entity'})<-[edge:NEVER_NAMES]-(alias)
  RETURN 'unalias' AS kind, entity, alias.uid AS other, alias.key AS other_name, edge
}
RETURN kind, entity.uid AS entity, entity.name AS name, other, other_name, edge.at AS at, edge.by AS by,
  coalesce(edge.reason, '') AS reason
ORDER BY at, kind, entity, other
