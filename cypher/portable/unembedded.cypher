// Records with a text and no vector, in the order of their uids.
// params: scope, after, limit
// mode: read
MATCH (record:Record {scope: $scope})
WHERE record.uid > $after AND record.embedding IS NULL AND record.text <> ''
RETURN record.uid AS uid, record.text AS text
ORDER BY uid
LIMIT $limit
