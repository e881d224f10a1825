// Records land with their evidence, first the nodes: rows come sorted by uid, and a node that was there is
// locked in the same order, so that two writers never wait for each other in a circle. Whoever comes first, an
// entity shows its name with capitals once somebody wrote it so.
// params: scope, records, evidence, aliases, days, months, years, now, open_end
// mode: write
CALL () {
  UNWIND $records AS row
  MERGE (record:Record {scope: $scope, uid: row.uid})
  ON CREATE SET record += row.properties, record.recorded_at = coalesce(row.recorded_at, $now),
    record.superseded_at = coalesce(row.superseded_at, $open_end),
    record.tier = 'short', record.visits = 0, record.interactions = 0, record.last_used_at = $now,
    record:$(row.label):ShortTerm
  WITH record, row WHERE record.text IS NOT NULL AND row.embedding IS NOT NULL
  CALL db.create.setNodeVectorProperty(record, 'embedding', row.embedding)
  RETURN count(*) AS records
}
CALL () {
  UNWIND $evidence AS row
  MERGE (node:Evidence {scope: $scope, uid: row.uid})
  ON CREATE SET node.kind = row.kind, node.key = row.key, node.name = row.name,
    node.filter_tokens = row.filter_tokens, node:$(row.label)
  ON MATCH SET node.name = CASE WHEN node:Entity AND node.name = toLower(node.name) THEN row.name ELSE node.name END
  WITH node, row WHERE row.embedding IS NOT NULL AND node.embedding IS NULL
  CALL db.create.setNodeVectorProperty(node, 'embedding', row.embedding)
  RETURN count(*) AS evidence
}
CALL () {
  UNWIND $aliases AS row
  MERGE (alias:Alias {scope: $scope, uid: row.uid})
  ON CREATE SET alias.key = row.key
  ON MATCH SET alias.key = alias.key
  RETURN count(*) AS aliases
}
CALL () {
  UNWIND $days AS uid
  MERGE (day:Day {scope: $scope, uid: uid})
  ON MATCH SET day.scope = day.scope
  RETURN count(*) AS days
}
CALL () {
  UNWIND $months AS uid
  MERGE (month:Month {scope: $scope, uid: uid})
  ON MATCH SET month.scope = month.scope
  RETURN count(*) AS months
}
CALL () {
  UNWIND $years AS uid
  MERGE (year:Year {scope: $scope, uid: uid})
  ON MATCH SET year.scope = year.scope
  RETURN count(*) AS years
}
RETURN records, evidence, aliases, days, months, years
