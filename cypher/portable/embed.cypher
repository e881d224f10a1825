// Vectors of records that have none.
// params: scope, records
// mode: write
UNWIND $records AS row
MATCH (record:Record {scope: $scope, uid: row.uid})
WHERE record.embedding IS NULL
CALL db.create.setNodeVectorProperty(record, 'embedding', row.vector)
FINISH
