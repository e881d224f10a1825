// Waits until every index is online; fails when one cannot be filled or the seconds pass.
// params: seconds
// mode: read
CALL db.awaitIndexes($seconds)
