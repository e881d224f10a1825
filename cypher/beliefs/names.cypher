// By what names those are known whom records mention: their own, those of what is merged with them, and others that
// texts or people gave them and nobody else.
// params: scope, uids
// mode: read
UNWIND $uids AS uid
MATCH (:Record {scope: $scope, uid: uid})-[:MENTIONS]->(entity)
WITH DISTINCT entity
WHERE EXISTS { (entity)-[:MERGED_INTO]-() } OR EXISTS { (entity)<-[:NAMES]-() }
MATCH (entity)-[:MERGED_INTO*0..]-(member)
WITH entity, collect(DISTINCT member) AS members
RETURN [member IN members | member.key] + COLLECT {
  UNWIND members AS member
  MATCH (member)<-[:NAMES]-(alias)
  WHERE NOT EXISTS { (alias)-[:NAMES]->(other) WHERE NOT other IN members }
  RETURN DISTINCT alias.key
} AS names
