// The users of a benchmark's background, with how many turns each has and how many of them lack vectors.
// params: prefix
// mode: read
MATCH (user:Scope)
WHERE user.scope STARTS WITH $prefix
RETURN user.scope AS scope,
  COUNT { MATCH (turn:Turn {scope: user.scope}) WHERE turn.uid IS NOT NULL } AS turns,
  COUNT { MATCH (turn:Unembedded {scope: user.scope}) } AS unembedded
ORDER BY scope
