// Records that a segment yields anew sit where its summary sits.
// params: scope, segment_uid, labels
// mode: write
MATCH (segment:Segment {scope: $scope, uid: $segment_uid})<-[:SUMMARISES]-(leaf:Summary)
MATCH (segment)<-[:FROM_SEGMENT]-(record)
WHERE record.scope = $scope AND record.text IS NOT NULL AND record.tier <> leaf.tier
REMOVE record:$($labels[record.tier])
SET record.tier = leaf.tier, record:$($labels[leaf.tier])
