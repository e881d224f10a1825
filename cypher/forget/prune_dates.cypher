// Days, months and years that nothing hangs on any more go, the small ones first.
// params: scope, days, months, years
// mode: write
CALL () {
  UNWIND $days AS uid
  MATCH (day:Day {scope: $scope, uid: uid})
  WHERE NOT EXISTS { (day)<-[:ON_DAY]-() }
  DETACH DELETE day
  RETURN count(*) AS days
}
CALL () {
  UNWIND $months AS uid
  MATCH (month:Month {scope: $scope, uid: uid})
  WHERE NOT EXISTS { (month)<-[:IN_MONTH]-() }
  DETACH DELETE month
  RETURN count(*) AS months
}
CALL () {
  UNWIND $years AS uid
  MATCH (year:Year {scope: $scope, uid: uid})
  WHERE NOT EXISTS { (year)<-[:IN_YEAR]-() }
  DETACH DELETE year
  RETURN count(*) AS years
}
RETURN days, months, years
