// Marks believed records that are to be compared with what else is believed.
// params: scope, uids, open_end
// mode: write
UNWIND $uids AS uid
MATCH (record:Record {scope: $scope, uid: uid})
WHERE record.superseded_at = $open_end AND record.text IS NOT NULL
SET record:Unsettled
