// Traits of a user, each tied to the records that it was distilled from; one that is there gains records.
// params: scope, traits
// mode: write
UNWIND $traits AS row
MERGE (profile:Profile {scope: $scope, uid: row.uid})
ON CREATE SET profile.attribute = row.attribute, profile.value = row.value
ON MATCH SET profile.scope = profile.scope
WITH profile, row
UNWIND row.records AS uid
MATCH (record:Record {scope: $scope, uid: uid})
MERGE (profile)-[:DISTILLED_FROM]->(record)
WITH DISTINCT profile
SET profile.confidence = 1.0 - 0.5 ^ COUNT { (profile)-[:DISTILLED_FROM]->() }
RETURN profile.uid AS uid
