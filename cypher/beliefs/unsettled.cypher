// Records of a user that are marked as not yet compared with what else is believed, in the order of their uids;
// those of $uids, or all of them.
// params: scope, uids, after, limit, open_end
// mode: read
MATCH (record:Record:Unsettled {scope: $scope})
WHERE record.uid > $after AND ($uids IS NULL OR record.uid IN $uids)
WITH record ORDER BY record.uid LIMIT $limit
RETURN record.superseded_at = $open_end AND record.text IS NOT NULL AS believed,
  record {.uid, .text, .source_role, .event_from, .event_to, .valid_from, .valid_to} AS record,
  COLLECT { MATCH (record)-[:EVIDENCED_BY]->(edit:Edit) RETURN edit.at ORDER BY edit.at DESC LIMIT 1 } AS edits,
  COLLECT {
    MATCH (record)-[:EVIDENCED_BY]->(turn:Turn)
    RETURN turn {.said_at, .recorded_at, .session_uid, .position, .speaker, .role, .text}
    ORDER BY turn.said_at, turn.position
  } AS turns
ORDER BY record.uid
