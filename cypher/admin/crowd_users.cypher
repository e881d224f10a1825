// The users of a benchmark's background: how many turns, records and evidence nodes each has, and how much of
// it is unfinished: turns without vectors, turns in no segment, segments without records.
// params: prefix
// mode: read
MATCH (user:Scope)
WHERE user.scope STARTS WITH $prefix
RETURN user.scope AS scope,
  COUNT { MATCH (turn:Turn {scope: user.scope}) WHERE turn.uid IS NOT NULL } AS turns,
  COUNT { MATCH (record:Record {scope: user.scope}) WHERE record.uid IS NOT NULL } AS records,
  COUNT { MATCH (node:Evidence {scope: user.scope}) WHERE node.uid IS NOT NULL } AS evidence,
  COUNT { MATCH (turn:Unembedded {scope: user.scope}) }
    + COUNT {
      MATCH (turn:Turn {scope: user.scope}) WHERE turn.uid IS NOT NULL AND NOT EXISTS { (turn)<-[:COVERS]-() }
    }
    + COUNT {
      MATCH (segment:Segment {scope: user.scope}) WHERE segment.status IN ['closed', 'encoding', 'failed']
    } AS unfinished
ORDER BY scope
