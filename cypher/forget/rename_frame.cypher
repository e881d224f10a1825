// The event frame of a segment gets the name that its remaining records give it.
// params: scope, uid, name
// mode: write
MATCH (frame:Evidence {scope: $scope, uid: $uid})
SET frame.name = $name
REMOVE frame.embedding
