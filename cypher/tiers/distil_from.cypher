// The believed records of leaves' segments, from which a profile is distilled, with whom they are about.
// params: scope, uids, open_end
// mode: read
UNWIND $uids AS uid
MATCH (leaf:Summary {scope: $scope, uid: uid})-[:SUMMARISES]->()<-[:FROM_SEGMENT]-(record)
WHERE record.scope = $scope AND record.text <> '' AND record.superseded_at = $open_end
  AND record.source_role <> 'assistant'
RETURN uid, record.uid AS record_uid, record.type AS type, record.subject AS subject, record.text AS text,
  record.visits AS visits
ORDER BY uid, record_uid
