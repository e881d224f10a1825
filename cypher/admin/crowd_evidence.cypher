// The entities, topics and event frames of one user that have a vector, from which a benchmark makes its
// background.
// params: scope
// mode: read
MATCH (node:Evidence {scope: $scope})
WHERE node.uid IS NOT NULL AND node.embedding IS NOT NULL
RETURN node.kind AS kind, node.name AS name, node.embedding AS embedding
ORDER BY node.uid
