// The relationships that lead out of one page of a user's nodes of one label, in the order of the nodes' uids;
// `last` is the uid with which the page ends.
// params: scope, label, labels, after, limit
// mode: read
CALL () {
  WITH $label AS label WHERE label = 'Scope'
  MATCH (start:Scope {scope: $scope}) WHERE start.uid > $after
  RETURN start ORDER BY start.uid LIMIT $limit
  UNION ALL
  WITH $label AS label WHERE label = 'Session'
  MATCH (start:Session {scope: $scope}) WHERE start.uid > $after
  RETURN start ORDER BY start.uid LIMIT $limit
  UNION ALL
  WITH $label AS label WHERE label = 'Turn'
  MATCH (start:Turn {scope: $scope}) WHERE start.uid > $after
  RETURN start ORDER BY start.uid LIMIT $limit
  UNION ALL
  WITH $label AS label WHERE label = 'Segment'
  MATCH (start:Segment {scope: $scope}) WHERE start.uid > $after
  RETURN start ORDER BY start.uid LIMIT $limit
  UNION ALL
  WITH $label AS label WHERE label = 'Evidence'
  MATCH (start:Evidence {scope: $scope}) WHERE start.uid > $after
  RETURN start ORDER BY start.uid LIMIT $limit
  UNION ALL
  WITH $label AS label WHERE label = 'Alias'
  MATCH (start:Alias {scope: $scope}) WHERE start.uid > $after
  RETURN start ORDER BY start.uid LIMIT $limit
  UNION ALL
  WITH $label AS label WHERE label = 'Day'
  MATCH (start:Day {scope: $scope}) WHERE start.uid > $after
  RETURN start ORDER BY start.uid LIMIT $limit
  UNION ALL
  WITH $label AS label WHERE label = 'Month'
  MATCH (start:Month {scope: $scope}) WHERE start.uid > $after
  RETURN start ORDER BY start.uid LIMIT $limit
  UNION ALL
  WITH $label AS label WHERE label = 'Record'
  MATCH (start:Record {scope: $scope}) WHERE start.uid > $after
  RETURN start ORDER BY start.uid LIMIT $limit
  UNION ALL
  WITH $label AS label WHERE label = 'Summary'
  MATCH (start:Summary {scope: $scope}) WHERE start.uid > $after
  RETURN start ORDER BY start.uid LIMIT $limit
  UNION ALL
  WITH $label AS label WHERE label = 'Profile'
  MATCH (start:Profile {scope: $scope}) WHERE start.uid > $after
  RETURN start ORDER BY start.uid LIMIT $limit
}
OPTIONAL MATCH (start)-[edge]->(end)
WHERE end.scope = $scope
RETURN start.uid AS start, type(edge) AS type, head([name IN labels(end) WHERE name IN $labels]) AS end_label,
  end.uid AS end, properties(edge) AS properties
ORDER BY start, type, end_label, end
