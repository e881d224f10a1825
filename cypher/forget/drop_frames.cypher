// The event frames of segments go: their names were made of all records of the segment. Says which evidence
// nodes and dates they hung on.
// params: scope, uids
// mode: write
UNWIND $uids AS uid
MATCH (frame:Evidence {scope: $scope, uid: uid})
OPTIONAL MATCH (frame)-[:INVOLVES]->(entity:Evidence)
OPTIONAL MATCH (frame)-[:ON_DAY|IN_MONTH|IN_YEAR]->(date)
WITH frame, collect(DISTINCT entity.uid) AS entities, collect(DISTINCT date.uid) AS dates
DETACH DELETE frame
RETURN count(*) AS frames, reduce(found = [], each IN collect(entities) | found + each) AS evidence,
  reduce(found = [], each IN collect(dates) | found + each) AS dates
