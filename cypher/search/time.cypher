// Turns behind the records of the days, months and years that each window touches, and turns said in it. Records
// of years come first in a window of years; in a shorter one after those of its months and days, and only $years
// of them: "in 2022" is the vaguest answer to "in May 2022". Dates are read in the order of their index, which
// `ORDER BY` names with the scope, so that each part ends at its limit however wide the window is.
// params: scope, queries, limit, years, known_at, true_from, true_to, paths
// mode: read
UNWIND $queries AS query
CALL (query) {
  CALL (query) {
    CALL (query) {
      MATCH (date:Day) WHERE date.scope = $scope AND date.uid >= query.day_from AND date.uid <= query.day_to
      WITH date ORDER BY date.scope, date.uid
      MATCH (date)<-[tie:ON_DAY]-(record)
      WHERE record.scope = $scope AND record.recorded_at <= $known_at AND record.superseded_at > $known_at
        AND record.valid_from <= $true_to AND record.valid_to > $true_from
      RETURN date, date.uid AS node, tie, record, 1 AS place LIMIT $limit
      UNION ALL
      MATCH (date:Month) WHERE date.scope = $scope AND date.uid >= query.month_from AND date.uid <= query.month_to
      WITH date ORDER BY date.scope, date.uid
      MATCH (date)<-[tie:IN_MONTH]-(record)
      WHERE record.scope = $scope AND record.recorded_at <= $known_at AND record.superseded_at > $known_at
        AND record.valid_from <= $true_to AND record.valid_to > $true_from
      RETURN date, date.uid AS node, tie, record, 1 AS place LIMIT $limit
      UNION ALL
      MATCH (date:Year) WHERE date.scope = $scope AND date.uid >= query.year_from AND date.uid <= query.year_to
      WITH date ORDER BY date.scope, date.uid
      MATCH (date)<-[tie:IN_YEAR]-(record)
      WHERE record.scope = $scope AND record.recorded_at <= $known_at AND record.superseded_at > $known_at
        AND record.valid_from <= $true_to AND record.valid_to > $true_from
      RETURN date, date.uid AS node, tie, record, query.year_place AS place LIMIT $years
    }
    WITH record, head(collect([date, node, tie, place])) AS dated
    MATCH (record)-[proof:EVIDENCED_BY]->(turn) WHERE turn.scope = $scope AND turn.position IS NOT NULL
    RETURN turn, dated[1] AS node, dated[3] AS place, CASE WHEN $paths THEN [labels(dated[0]), dated[0].uid,
      '<' + type(dated[2]), labels(record), record.uid, '>' + type(proof), labels(turn), turn.uid] END AS path
    UNION ALL
    MATCH (turn:Turn) WHERE turn.scope = $scope AND turn.said_at >= query.said_from AND turn.said_at < query.said_to
    WITH turn ORDER BY turn.scope, turn.said_at LIMIT $limit
    RETURN turn, '' AS node, 3 AS place, CASE WHEN $paths THEN [labels(turn), turn.uid] END AS path
  }
  WITH turn, node, path ORDER BY place, turn.said_at, turn.uid, node LIMIT $limit
  RETURN collect(turn.uid) AS turns, collect(node) AS nodes, collect(path) AS paths
}
RETURN query.position AS position, turns, nodes, paths
