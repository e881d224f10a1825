"""The words of the graph: labels, relationship types, properties, indexes; fixed here and in `migrations/`.

A test holds this module, the migrations, the statements, the neomodel declarations and a live database
together. What a user chooses (an entity's kind, a tag, a predicate) is a property value, never a label.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Properties = frozenset[str]


def _words(text: str) -> Properties:
    return frozenset(text.split())


_OWNED = "scope uid "
_BELIEF = "recorded_at superseded_at valid_from valid_to "
_USE = "tier visits interactions last_used_at "

STORE = "Store"

NODES: Mapping[str, Properties] = {
    STORE: _words("key schema_version embedder dimensions mean created_at"),
    "Scope": _words(_OWNED + "created_at written_at forgetting_at"),
    "Session": _words(
        _OWNED + "speakers agent_id automatic next started_at ended_at written_at segmented_to surprises "
        "vector_sum vector_count disambiguation_note"
    ),
    "Turn": _words(
        _OWNED + "session_uid agent_id position role speaker text said_at utc_offset_minutes token_count "
        "metadata_json message_id recorded_at passage_count embedding_error statement_share dated "
        "context context_embedding filter_tokens"
    ),
    "Passage": _words(_OWNED + "turn_uid session_uid agent_id said_at position start end text embedding"),
    "Segment": _words(
        _OWNED + "session_uid position boundary_probability token_count "
        "status owner lease_until attempts error"
    ),
    "Record": _words(
        _OWNED + _BELIEF + _USE + "session_uid agent_id type text subject status source_role tags time_text "
        "event_from event_to granularity claim copy_of embedding filter_tokens"
    ),
    "Evidence": _words(_OWNED + "key name kind embedding filter_tokens"),
    "Alias": _words(_OWNED + "key"),
    "Day": _words(_OWNED),
    "Month": _words(_OWNED),
    "Year": _words(_OWNED),
    "Summary": _words(
        _OWNED
        + _USE
        + "depth is_leaf parent_uid moved_at stale summarised_leaves quotes text child_count leaf_count "
        "from to embedding"
    ),
    "Profile": _words(_OWNED + "attribute value confidence"),
    "Edit": _words(_OWNED + "by at reason"),
}
"""Properties by label. Every node but Store has `scope` and `uid`; `(scope, uid)` is unique per label."""

VECTORS: Properties = frozenset({"embedding", "context_embedding", "mean"})
"""Properties that hold vectors; they are never shown to clients."""

RECORD_LABELS: Mapping[str, str] = {
    "fact": "Fact",
    "preference": "Preference",
    "event": "Event",
    "constraint": "Constraint",
    "procedure": "Procedure",
    "failure_pattern": "FailurePattern",
    "tool_affordance": "ToolAffordance",
}
"""The second label of a Record by its `type`."""

EVIDENCE_LABELS: Mapping[str, str] = {
    "entity": "Entity",
    "topic": "Topic",
    "entity_topic": "EntityTopic",
    "event_frame": "EventFrame",
}
"""The second label of an Evidence node by its `kind`."""

TIER_LABELS: Mapping[str, str] = {"short": "ShortTerm", "mid": "MidTerm", "long": "LongTerm"}
"""The label that shows a Record's or Summary's `tier` to the eye; the two move together."""

MARKS: Mapping[str, frozenset[str]] = {
    "Unembedded": frozenset({"Turn"}),
    "Unsettled": frozenset({"Record"}),
}
"""Labels that mark work still to be done, and the labels they stand beside."""


@dataclass(frozen=True, slots=True)
class Relationship:
    """Who may be tied to whom, by labels of NODES or their second labels."""

    starts: tuple[str, ...]
    type: str
    ends: tuple[str, ...]
    properties: Properties = frozenset()


def _tie(starts: str, type_: str, ends: str, properties: str = "") -> Relationship:
    return Relationship(tuple(starts.split()), type_, tuple(ends.split()), _words(properties))


RELATIONSHIPS: tuple[Relationship, ...] = (
    _tie("Scope", "HAS_SESSION", "Session"),
    _tie("Session", "HAS_TURN", "Turn"),
    _tie("Turn", "NEXT", "Turn"),
    _tie("Turn", "HAS_PASSAGE", "Passage"),
    _tie("Session", "HAS_SEGMENT", "Segment"),
    _tie("Segment", "COVERS", "Turn"),
    _tie("Segment", "NEXT", "Segment"),
    _tie("Record", "FROM_SEGMENT", "Segment"),
    _tie("Record", "EVIDENCED_BY", "Turn Edit"),
    _tie("Record", "MENTIONS", "Entity"),
    _tie("Record", "ABOUT", "Topic"),
    _tie("Record", "CONCERNS", "EntityTopic"),
    _tie("Record", "PART_OF", "EventFrame"),
    _tie("EntityTopic", "OF_ENTITY", "Entity"),
    _tie("EntityTopic", "OF_TOPIC", "Topic"),
    _tie("EventFrame", "INVOLVES", "Entity"),
    _tie("Record EventFrame", "ON_DAY", "Day"),
    _tie("Record EventFrame", "IN_MONTH", "Month"),
    _tie("Record EventFrame", "IN_YEAR", "Year"),
    _tie("Day", "IN_MONTH", "Month"),
    _tie("Month", "IN_YEAR", "Year"),
    _tie("Alias", "NAMES", "Entity", "at by"),
    _tie("Alias", "NEVER_NAMES", "Entity", "at by named_at named_by"),
    _tie("Entity", "MERGED_INTO", "Entity", "at by reason"),
    _tie("Entity", "SPLIT_FROM", "Entity", "at by reason"),
    _tie("Record", "SUPERSEDES", "Record", "at reason"),
    _tie("Record", "CLOSED_VERSION_OF", "Record"),
    _tie("Record", "REVOKED_SUPERSESSION", "Record", "at reason"),
    _tie("Scope", "TREE_ROOT", "Summary"),
    _tie("Summary", "PARENT_OF", "Summary"),
    _tie("Summary", "SUMMARISES", "Segment"),
    _tie("Profile", "DISTILLED_FROM", "Summary Record"),
)


@dataclass(frozen=True, slots=True)
class Index:
    """An index or uniqueness constraint: `properties` in order, `filters` what a vector search may filter on.

    kind: UNIQUENESS, RANGE, VECTOR or FULLTEXT.
    """

    name: str
    kind: str
    label: str
    properties: tuple[str, ...]
    filters: tuple[str, ...] = ()


def _index(name: str, kind: str, label: str, properties: str, filters: str = "") -> Index:
    return Index(name, kind, label, tuple(properties.split()), tuple(filters.split()))


CONSTRAINTS: tuple[Index, ...] = (
    _index("store_key", "UNIQUENESS", STORE, "key"),
    _index("scope_identity", "UNIQUENESS", "Scope", "scope"),
    *(
        _index(f"{label.lower()}_identity", "UNIQUENESS", label, "scope uid")
        for label in NODES
        if label not in (STORE, "Scope")
    ),
)
"""One per label; each brings a range index of the same name."""

RANGE_INDEXES: tuple[Index, ...] = (
    _index("session_by_agent", "RANGE", "Session", "scope agent_id"),
    _index("session_by_writing", "RANGE", "Session", "scope written_at"),
    _index("turn_by_place", "RANGE", "Turn", "scope session_uid position"),
    _index("turn_by_time", "RANGE", "Turn", "scope said_at"),
    _index("unembedded_by_scope", "RANGE", "Unembedded", "scope"),
    _index("segment_by_place", "RANGE", "Segment", "scope session_uid position"),
    _index("segment_by_status", "RANGE", "Segment", "scope status"),
    _index("record_by_session", "RANGE", "Record", "scope session_uid"),
    _index("record_by_time", "RANGE", "Record", "scope recorded_at"),
    _index("record_by_claim", "RANGE", "Record", "scope claim"),
    _index("unsettled_by_scope", "RANGE", "Unsettled", "scope"),
    _index("evidence_by_key", "RANGE", "Evidence", "scope key"),
    _index("evidence_by_kind", "RANGE", "Evidence", "scope kind"),
    _index("alias_by_key", "RANGE", "Alias", "scope key"),
    _index("summary_by_parent", "RANGE", "Summary", "scope parent_uid"),
    _index("summary_by_stale", "RANGE", "Summary", "scope stale"),
    _index("summary_by_tier", "RANGE", "Summary", "scope tier"),
)

_SAID = "scope session_uid agent_id said_at"

VECTOR_INDEXES: tuple[Index, ...] = (
    _index("passage_embedding", "VECTOR", "Passage", "embedding", _SAID),
    _index("turn_context_embedding", "VECTOR", "Turn", "context_embedding", _SAID),
    _index(
        "record_embedding",
        "VECTOR",
        "Record",
        "embedding",
        "scope session_uid agent_id type tier event_from event_to " + _BELIEF,
    ),
    _index("evidence_embedding", "VECTOR", "Evidence", "embedding", "scope kind"),
    _index("summary_embedding", "VECTOR", "Summary", "embedding", "scope parent_uid depth tier"),
)

FULLTEXT_INDEXES: tuple[Index, ...] = (
    _index("turn_text", "FULLTEXT", "Turn", "context filter_tokens"),
    _index("record_text", "FULLTEXT", "Record", "text filter_tokens"),
    _index("evidence_text", "FULLTEXT", "Evidence", "name filter_tokens"),
)

INDEXES: tuple[Index, ...] = RANGE_INDEXES + VECTOR_INDEXES + FULLTEXT_INDEXES
"""Every index that is not a constraint's."""

LABELS: frozenset[str] = frozenset(
    [*NODES, *RECORD_LABELS.values(), *EVIDENCE_LABELS.values(), *TIER_LABELS.values(), *MARKS]
)

TYPES: frozenset[str] = frozenset(relationship.type for relationship in RELATIONSHIPS)
