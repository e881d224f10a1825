// Context vectors, where the context is still the text that was embedded; where a writer changed it
// meanwhile, that writer embeds it. The first SET takes the lock that makes the comparison hold. A turn of which
// the embedder refuses a text stays unembedded and keeps the reason.
// params: scope, turns
// mode: write
UNWIND $turns AS row
MATCH (turn:Turn {scope: $scope, uid: row.uid})
SET turn.passage_count = coalesce(row.passage_count, turn.passage_count), turn.embedding_error = row.error
WITH turn, row
WHERE turn.context = row.context AND row.context_embedding IS NOT NULL
CALL db.create.setNodeVectorProperty(turn, 'context_embedding', row.context_embedding)
REMOVE turn:Unembedded
RETURN count(*) AS embedded
