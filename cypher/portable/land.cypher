// Nodes of a user come in: new ones as they are in the file, those that are there stay as they are. A session
// that is there counts on where the file's or the store's ends, whichever is longer; a record that either has
// superseded is superseded. A record that was deleted by hand stays deleted.
// params: scope, nodes
// mode: write
CALL () {
  UNWIND $nodes.Scope AS row
  MERGE (node:Scope {scope: $scope})
  ON CREATE SET node += row.properties, node:$(row.labels)
  RETURN count(*) AS scopes
}
CALL () {
  UNWIND $nodes.Session AS row
  MERGE (node:Session {scope: $scope, uid: row.uid})
  ON CREATE SET node += row.properties, node:$(row.labels)
  ON MATCH SET
    node.next = CASE WHEN row.properties.next > node.next THEN row.properties.next ELSE node.next END,
    node.segmented_to = CASE
      WHEN row.properties.segmented_to > node.segmented_to THEN row.properties.segmented_to
      ELSE node.segmented_to END
  RETURN count(*) AS sessions
}
CALL () {
  UNWIND $nodes.Turn AS row
  MERGE (node:Turn {scope: $scope, uid: row.uid})
  ON CREATE SET node += row.properties, node:$(row.labels)
  WITH node, row
  WHERE row.vector IS NOT NULL AND node.context_embedding IS NULL AND node.context = row.properties.context
  CALL db.create.setNodeVectorProperty(node, 'context_embedding', row.vector)
  REMOVE node:Unembedded
  RETURN count(*) AS turns
}
CALL () {
  UNWIND $nodes.Passage AS row
  MERGE (node:Passage {scope: $scope, uid: row.uid})
  ON CREATE SET node += row.properties, node:$(row.labels)
  WITH node, row
  WHERE row.vector IS NOT NULL AND node.embedding IS NULL
  CALL db.create.setNodeVectorProperty(node, 'embedding', row.vector)
  RETURN count(*) AS passages
}
CALL () {
  UNWIND $nodes.Segment AS row
  MERGE (node:Segment {scope: $scope, uid: row.uid})
  ON CREATE SET node += row.properties, node:$(row.labels)
  RETURN count(*) AS segments
}
CALL () {
  UNWIND $nodes.Edit AS row
  MERGE (node:Edit {scope: $scope, uid: row.uid})
  ON CREATE SET node += row.properties, node:$(row.labels)
  RETURN count(*) AS edits
}
CALL () {
  UNWIND $nodes.Evidence AS row
  MERGE (node:Evidence {scope: $scope, uid: row.uid})
  ON CREATE SET node += row.properties, node:$(row.labels)
  WITH node, row
  WHERE row.vector IS NOT NULL AND node.embedding IS NULL
  CALL db.create.setNodeVectorProperty(node, 'embedding', row.vector)
  RETURN count(*) AS evidences
}
CALL () {
  UNWIND $nodes.Alias AS row
  MERGE (node:Alias {scope: $scope, uid: row.uid})
  ON CREATE SET node += row.properties, node:$(row.labels)
  RETURN count(*) AS aliass
}
CALL () {
  UNWIND $nodes.Day AS row
  MERGE (node:Day {scope: $scope, uid: row.uid})
  ON CREATE SET node += row.properties, node:$(row.labels)
  RETURN count(*) AS days
}
CALL () {
  UNWIND $nodes.Month AS row
  MERGE (node:Month {scope: $scope, uid: row.uid})
  ON CREATE SET node += row.properties, node:$(row.labels)
  RETURN count(*) AS months
}
CALL () {
  UNWIND $nodes.Year AS row
  MERGE (node:Year {scope: $scope, uid: row.uid})
  ON CREATE SET node += row.properties, node:$(row.labels)
  RETURN count(*) AS years
}
CALL () {
  UNWIND $nodes.Record AS row
  MERGE (node:Record {scope: $scope, uid: row.uid})
  ON CREATE SET node += row.properties, node:$(row.labels)
  ON MATCH SET node.superseded_at = CASE
    WHEN row.properties.superseded_at < node.superseded_at THEN row.properties.superseded_at
    ELSE node.superseded_at END
  WITH node, row
  WHERE row.vector IS NOT NULL AND node.embedding IS NULL AND node.text IS NOT NULL
  CALL db.create.setNodeVectorProperty(node, 'embedding', row.vector)
  RETURN count(*) AS records
}
CALL () {
  UNWIND $nodes.Summary AS row
  MERGE (node:Summary {scope: $scope, uid: row.uid})
  ON CREATE SET node += row.properties, node:$(row.labels)
  WITH node, row
  WHERE row.vector IS NOT NULL AND node.embedding IS NULL
  CALL db.create.setNodeVectorProperty(node, 'embedding', row.vector)
  RETURN count(*) AS summarys
}
CALL () {
  UNWIND $nodes.Profile AS row
  MERGE (node:Profile {scope: $scope, uid: row.uid})
  ON CREATE SET node += row.properties, node:$(row.labels)
  RETURN count(*) AS profiles
}
FINISH
