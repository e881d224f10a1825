// Traits of a user, each tied to the records that it was distilled from; one that is there gains records.
// A record is locked first, as a deletion locks it: nothing is distilled from what is going.
// params: scope, traits
// mode: write
UNWIND $traits AS row
UNWIND row.records AS uid
MATCH (record:Record {scope: $scope, uid: uid})
SET record.visits = record.visits
WITH row, record WHERE record.text IS NOT NULL
MERGE (profile:Profile {scope: $scope, uid: row.uid})
ON CREATE SET profile.attribute = row.attribute, profile.value = row.value
ON MATCH SET profile.scope = profile.scope
MERGE (profile)-[:DISTILLED_FROM]->(record)
WITH DISTINCT profile
SET profile.confidence = 1.0 - 0.5 ^ COUNT { (profile)-[:DISTILLED_FROM]->() }
RETURN profile.uid AS uid
