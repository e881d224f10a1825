// Chosen turns with the believed records that they prove, and the names that these mention where they are asked
// for; times in milliseconds. Of what was superseded, and of closed copies, the turns of what holds instead.
// Only the starting node has a label: in a small store the planner would rather scan a label than follow an edge.
// params: scope, turns, names, known_at, true_from, true_to
// mode: read
UNWIND $turns AS uid
MATCH (turn:Turn {scope: $scope, uid: uid})
RETURN collect([turn {.uid, .session_uid, .position, .speaker, .role, .utc_offset_minutes, .text, .metadata_json,
    .message_id, said_at: turn.said_at.epochMillis},
  COLLECT {
    MATCH (turn)<-[:EVIDENCED_BY]-(record)
    WHERE record.scope = $scope
      AND record.recorded_at <= $known_at AND record.superseded_at > $known_at
      AND record.valid_from <= $true_to AND record.valid_to > $true_from AND record.text IS NOT NULL
    RETURN record {.uid, .type, .text, event_from: record.event_from.epochMillis,
      event_to: record.event_to.epochMillis, valid_from: record.valid_from.epochMillis,
      valid_to: record.valid_to.epochMillis, recorded_at: record.recorded_at.epochMillis,
      turns: COLLECT { MATCH (record)-[:EVIDENCED_BY]->(proof)
        WHERE proof.scope = $scope AND proof.position IS NOT NULL
        RETURN proof.uid ORDER BY proof.position },
      entities: COLLECT { MATCH (record)-[:MENTIONS]->()-[:MERGED_INTO*0..]->(entity)
        WHERE $names AND entity.scope = $scope AND NOT EXISTS { (entity)-[:MERGED_INTO]->() }
        RETURN DISTINCT entity.name ORDER BY entity.name },
      outdated_by: COLLECT {
        MATCH (record)-[:CLOSED_VERSION_OF*1..16]->()<-[:SUPERSEDES*1..16]-(newer)-[:EVIDENCED_BY]->(later)
        WHERE newer.scope = $scope AND newer.superseded_at > $known_at AND later.position IS NOT NULL
          AND later <> turn
        RETURN DISTINCT later.uid ORDER BY later.uid }}
    ORDER BY record.uid
  },
  COLLECT {
    MATCH (turn)<-[:EVIDENCED_BY]-(record)<-[edges:SUPERSEDES*1..16]-(newer)-[:EVIDENCED_BY]->(later)
    WHERE record.scope = $scope AND newer.superseded_at > $known_at AND later.position IS NOT NULL AND later <> turn
      AND all(edge IN edges WHERE edge.reason IN ['ended', 'corrected'])
    RETURN DISTINCT later.uid ORDER BY later.uid
  }]) AS cards
