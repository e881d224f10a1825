// How many nodes of each label a user has, whatever they are.
// params: scope
// mode: read
RETURN {
  Passage: COUNT { MATCH (n:Passage {scope: $scope}) WHERE n.uid IS NOT NULL },
  Record: COUNT { MATCH (n:Record {scope: $scope}) WHERE n.uid IS NOT NULL },
  Profile: COUNT { MATCH (n:Profile {scope: $scope}) WHERE n.uid IS NOT NULL },
  Summary: COUNT { MATCH (n:Summary {scope: $scope}) WHERE n.uid IS NOT NULL },
  Evidence: COUNT { MATCH (n:Evidence {scope: $scope}) WHERE n.uid IS NOT NULL },
  Alias: COUNT { MATCH (n:Alias {scope: $scope}) WHERE n.uid IS NOT NULL },
  Segment: COUNT { MATCH (n:Segment {scope: $scope}) WHERE n.uid IS NOT NULL },
  Day: COUNT { MATCH (n:Day {scope: $scope}) WHERE n.uid IS NOT NULL },
  Month: COUNT { MATCH (n:Month {scope: $scope}) WHERE n.uid IS NOT NULL },
  Year: COUNT { MATCH (n:Year {scope: $scope}) WHERE n.uid IS NOT NULL },
  Turn: COUNT { MATCH (n:Turn {scope: $scope}) WHERE n.uid IS NOT NULL },
  Edit: COUNT { MATCH (n:Edit {scope: $scope}) WHERE n.uid IS NOT NULL },
  Session: COUNT { MATCH (n:Session {scope: $scope}) WHERE n.uid IS NOT NULL },
  Scope: COUNT { MATCH (n:Scope {scope: $scope}) }
} AS nodes
