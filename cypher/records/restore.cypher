// Records that a new encoding yields again are current again, if only an encoding had superseded them, and so
// are their closed copies. One that a person deleted has no text and stays away, and so does what a person
// took back.
// params: scope, uids, open_end
// mode: write
UNWIND $uids AS uid
MATCH (:Record {scope: $scope, uid: uid})<-[:CLOSED_VERSION_OF*0..16]-(record:Record)
WHERE record.superseded_at <> $open_end AND record.text IS NOT NULL
  AND NOT EXISTS { (record)<-[edge:SUPERSEDES]-(:Record) WHERE edge.reason <> 're-encoded' }
  AND NOT EXISTS { (record)-[edge:REVOKED_SUPERSESSION]->(:Record) WHERE edge.reason = 'edited' }
SET record.superseded_at = $open_end
WITH record
MATCH (record)<-[edge:SUPERSEDES]-(:Record)
DELETE edge
