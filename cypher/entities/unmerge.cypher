// A merge is taken back: each has what was said under its own name, also meanwhile.
// params: scope, source, target
// mode: write
MATCH (source:Evidence {scope: $scope, uid: $source})-[edge:MERGED_INTO]->(target)
WHERE target.uid = $target
DELETE edge
RETURN count(*) AS changes
