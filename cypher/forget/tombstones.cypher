// Those of the records that a person deleted.
// params: scope, uids
// mode: read
UNWIND $uids AS uid
MATCH (record:Record {scope: $scope, uid: uid})
WHERE record.text IS NULL
RETURN uid
