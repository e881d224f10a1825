// How much the whole store holds.
// params:
// mode: read
RETURN COUNT { (:Scope) } AS users, COUNT { (:Turn) } AS turns, COUNT { (:Passage) } AS passages,
  COUNT { (:Record) } AS records
