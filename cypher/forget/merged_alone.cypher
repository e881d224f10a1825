// Entities that nothing hangs on any more but others that a person had merged into them.
// params: scope, uids
// mode: read
UNWIND $uids AS uid
MATCH (entity:Evidence {scope: $scope, uid: uid})
WHERE EXISTS { (entity)<-[:MERGED_INTO]-() }
  AND NOT EXISTS { (entity)<-[:MENTIONS]-() }
  AND NOT EXISTS { (entity)<-[:OF_ENTITY|INVOLVES]-()<-[:CONCERNS|PART_OF]-() }
RETURN uid
ORDER BY uid
