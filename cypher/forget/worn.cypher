// Records that a retention rule lets go: with one of the tags, recorded and last used before given moments; what
// was promoted to the long term is not let go for lack of use. A null admits everything.
// params: scope, tags, recorded_before, used_before, after, limit
// mode: read
MATCH (record:Record {scope: $scope})
WHERE record.uid > $after AND record.text IS NOT NULL
  AND ($tags IS NULL OR any(tag IN $tags WHERE tag IN record.tags))
  AND ($recorded_before IS NULL OR record.recorded_at < $recorded_before)
  AND ($used_before IS NULL OR (record.last_used_at < $used_before AND record.tier <> 'long'))
RETURN record.uid AS uid
ORDER BY uid
LIMIT $limit
