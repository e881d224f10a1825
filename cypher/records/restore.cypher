// Records that a new encoding yields again are current again, if only an encoding had superseded them. One
// that a person deleted has no text and stays away.
// params: scope, uids, open_end
// mode: write
UNWIND $uids AS uid
MATCH (record:Record {scope: $scope, uid: uid})
WHERE record.superseded_at <> $open_end AND record.text IS NOT NULL
  AND NOT EXISTS { (record)<-[edge:SUPERSEDES]-(:Record) WHERE edge.reason <> 're-encoded' }
SET record.superseded_at = $open_end
WITH record
MATCH (record)<-[edge:SUPERSEDES]-(:Record)
DELETE edge
