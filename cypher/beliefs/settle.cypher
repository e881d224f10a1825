// Records are compared with what else is believed.
// params: scope, uids
// mode: write
UNWIND $uids AS uid
MATCH (record:Record {scope: $scope, uid: uid})
REMOVE record:Unsettled
