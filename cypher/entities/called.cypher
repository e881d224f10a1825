// Those of an entity, as it is read, that have a name.
// params: scope, uid, key
// mode: read
MATCH (entity:Evidence {scope: $scope, uid: $uid})<-[:MERGED_INTO*0..]-(member)
WHERE EXISTS { (member)<-[:NAMES]-(alias) WHERE alias.key = $key }
RETURN member.uid AS uid, member.key AS key
ORDER BY uid
