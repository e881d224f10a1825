// Turns behind the records of the days, months and years that each window touches, and turns said in it.
// params: scope, queries, limit, known_at, true_from, true_to
// mode: read
UNWIND $queries AS query
CALL (query) {
  CALL (query) {
    MATCH (day:Day) WHERE day.scope = $scope AND day.uid >= query.day_from AND day.uid <= query.day_to
    MATCH (day)<-[:ON_DAY]-(record) WHERE record.scope = $scope
    RETURN record, day.uid AS node
    UNION
    MATCH (month:Month) WHERE month.scope = $scope AND month.uid >= query.month_from AND month.uid <= query.month_to
    MATCH (month)<-[:IN_MONTH]-(record) WHERE record.scope = $scope
    RETURN record, month.uid AS node
  }
  WITH DISTINCT record, node
  WHERE record.recorded_at <= $known_at AND record.superseded_at > $known_at
    AND record.valid_from <= $true_to AND record.valid_to > $true_from
  MATCH (record)-[:EVIDENCED_BY]->(turn) WHERE turn.scope = $scope AND turn.position IS NOT NULL
  RETURN turn.uid AS uid, node, 0 AS late, turn.said_at AS said_at
  UNION
  MATCH (turn:Turn) WHERE turn.scope = $scope AND turn.said_at >= query.said_from AND turn.said_at < query.said_to
  RETURN turn.uid AS uid, '' AS node, 1 AS late, turn.said_at AS said_at ORDER BY said_at, uid LIMIT $limit
}
WITH query, uid, node, late, said_at ORDER BY late, said_at, uid, node
WITH query.position AS position, collect(uid)[..$limit] AS turns, collect(node)[..$limit] AS nodes
RETURN position, turns, nodes
