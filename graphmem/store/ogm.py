"""The graph as neomodel classes, to be queried from Python; public as `graphmem.ogm`.

They declare what `graphmem.store.vocabulary` names, leave the vectors out, install no constraint or index of
their own, and refuse to write.
"""

from __future__ import annotations

from typing import ClassVar

from neomodel import (
    ArrayProperty,
    BooleanProperty,
    DateTimeNeo4jFormatProperty,
    FloatProperty,
    IntegerProperty,
    RelationshipFrom,
    RelationshipTo,
    StringProperty,
)

from graphmem.store.ogm_edges import ByHand, Denial, Naming, Supersession
from graphmem.store.ogm_reading import Owned, ReadOnlyNode, Ties, connected

__all__ = [
    "Alias",
    "ByHand",
    "Constraint",
    "Day",
    "Denial",
    "Edit",
    "Entity",
    "EntityTopic",
    "Event",
    "EventFrame",
    "Evidence",
    "Fact",
    "FailurePattern",
    "Month",
    "Naming",
    "Passage",
    "Preference",
    "Procedure",
    "Profile",
    "Record",
    "Scope",
    "Segment",
    "Session",
    "Store",
    "Summary",
    "Supersession",
    "ToolAffordance",
    "Topic",
    "Turn",
    "Year",
    "connected",
]

_TIERS = ["ShortTerm", "MidTerm", "LongTerm"]


class Store(ReadOnlyNode):
    """The singleton: whose vectors this database holds."""

    key = StringProperty(required=True)
    schema_version = StringProperty()
    embedder = StringProperty()
    dimensions = IntegerProperty()
    created_at = DateTimeNeo4jFormatProperty()


class Scope(Owned):
    """A user. `uid` equals `scope`."""

    created_at = DateTimeNeo4jFormatProperty()
    written_at = DateTimeNeo4jFormatProperty()
    forgetting_at = DateTimeNeo4jFormatProperty()
    sessions = RelationshipTo("Session", "HAS_SESSION", Ties)
    tree_root = RelationshipTo("Summary", "TREE_ROOT", Ties)


class Session(Owned):
    """A conversation."""

    speakers = ArrayProperty(StringProperty())
    agent_id = StringProperty()
    automatic = BooleanProperty()
    next = IntegerProperty()
    started_at = DateTimeNeo4jFormatProperty()
    ended_at = DateTimeNeo4jFormatProperty()
    written_at = DateTimeNeo4jFormatProperty()
    segmented_to = IntegerProperty()
    surprises = ArrayProperty(FloatProperty())
    vector_sum = ArrayProperty(FloatProperty())
    vector_count = IntegerProperty()
    disambiguation_note = StringProperty()
    turns = RelationshipTo("Turn", "HAS_TURN", Ties)
    segments = RelationshipTo("Segment", "HAS_SEGMENT", Ties)
    user = RelationshipFrom("Scope", "HAS_SESSION", Ties)


class Turn(Owned):
    """One message, verbatim."""

    __optional_labels__: ClassVar[list[str]] = ["Unembedded"]

    session_uid = StringProperty()
    agent_id = StringProperty()
    position = IntegerProperty()
    role = StringProperty()
    speaker = StringProperty()
    text = StringProperty()
    said_at = DateTimeNeo4jFormatProperty()
    utc_offset_minutes = IntegerProperty()
    token_count = IntegerProperty()
    metadata_json = StringProperty()
    message_id = StringProperty()
    recorded_at = DateTimeNeo4jFormatProperty()
    passage_count = IntegerProperty()
    embedding_error = StringProperty()
    statement_share = FloatProperty()
    dated = BooleanProperty()
    context = StringProperty()
    filter_tokens = StringProperty()
    session = RelationshipFrom("Session", "HAS_TURN", Ties)
    following = RelationshipTo("Turn", "NEXT", Ties)
    preceding = RelationshipFrom("Turn", "NEXT", Ties)
    passages = RelationshipTo("Passage", "HAS_PASSAGE", Ties)
    segment = RelationshipFrom("Segment", "COVERS", Ties)
    records = RelationshipFrom("Record", "EVIDENCED_BY", Ties)


class Passage(Owned):
    """A sentence of a turn; start and end are character offsets."""

    turn_uid = StringProperty()
    session_uid = StringProperty()
    agent_id = StringProperty()
    said_at = DateTimeNeo4jFormatProperty()
    position = IntegerProperty()
    start = IntegerProperty()
    end = IntegerProperty()
    text = StringProperty()
    turn = RelationshipFrom("Turn", "HAS_PASSAGE", Ties)


class Segment(Owned):
    """A run of turns about one thing; owner, lease_until: the one process that encodes it, and until when."""

    status = StringProperty()
    owner = StringProperty()
    lease_until = DateTimeNeo4jFormatProperty()
    attempts = IntegerProperty()
    error = StringProperty()
    session_uid = StringProperty()
    position = IntegerProperty()
    boundary_probability = FloatProperty()
    token_count = IntegerProperty()
    session = RelationshipFrom("Session", "HAS_SEGMENT", Ties)
    turns = RelationshipTo("Turn", "COVERS", Ties)
    following = RelationshipTo("Segment", "NEXT", Ties)
    preceding = RelationshipFrom("Segment", "NEXT", Ties)
    records = RelationshipFrom("Record", "FROM_SEGMENT", Ties)
    summary = RelationshipFrom("Summary", "SUMMARISES", Ties)


class Record(Owned):
    """One self-contained statement. A row comes back as its type's class: Fact, Event, …

    True in the world from valid_from to valid_to, believed from recorded_at to superseded_at. An open end is
    the year 9999, an unknown time the year 1.
    """

    __optional_labels__: ClassVar[list[str]] = [*_TIERS, "Unsettled"]

    recorded_at = DateTimeNeo4jFormatProperty()
    superseded_at = DateTimeNeo4jFormatProperty()
    valid_from = DateTimeNeo4jFormatProperty()
    valid_to = DateTimeNeo4jFormatProperty()
    session_uid = StringProperty()
    agent_id = StringProperty()
    type = StringProperty()
    text = StringProperty()
    subject = StringProperty()
    status = StringProperty()
    source_role = StringProperty()
    tags = ArrayProperty(StringProperty())
    time_text = StringProperty()
    event_from = DateTimeNeo4jFormatProperty()
    event_to = DateTimeNeo4jFormatProperty()
    granularity = StringProperty()
    claim = StringProperty()
    copy_of = StringProperty()
    tier = StringProperty()
    visits = FloatProperty()
    interactions = FloatProperty()
    last_used_at = DateTimeNeo4jFormatProperty()
    filter_tokens = StringProperty()
    segment = RelationshipTo("Segment", "FROM_SEGMENT", Ties)
    turns = RelationshipTo("Turn", "EVIDENCED_BY", Ties)
    edits = RelationshipTo("Edit", "EVIDENCED_BY", Ties)
    entities = RelationshipTo("Entity", "MENTIONS", Ties)
    topics = RelationshipTo("Topic", "ABOUT", Ties)
    entity_topics = RelationshipTo("EntityTopic", "CONCERNS", Ties)
    event_frames = RelationshipTo("EventFrame", "PART_OF", Ties)
    days = RelationshipTo("Day", "ON_DAY", Ties)
    months = RelationshipTo("Month", "IN_MONTH", Ties)
    years = RelationshipTo("Year", "IN_YEAR", Ties)
    supersedes = RelationshipTo("Record", "SUPERSEDES", Ties, model=Supersession)
    superseded_by = RelationshipFrom("Record", "SUPERSEDES", Ties, model=Supersession)
    closed_version_of = RelationshipTo("Record", "CLOSED_VERSION_OF", Ties)
    revoked_supersessions = RelationshipTo("Record", "REVOKED_SUPERSESSION", Ties, model=Supersession)


class Fact(Record):
    """Something that is so."""


class Preference(Record):
    """Something somebody likes or wants."""


class Event(Record):
    """Something that happens at a time."""


class Constraint(Record):
    """Something that must or must not be."""


class Procedure(Record):
    """How something is done."""


class FailurePattern(Record):
    """What went wrong, and when it does."""


class ToolAffordance(Record):
    """What a tool can do."""


class Evidence(Owned):
    """A thing that statements share. A row comes back as its kind's class: Entity, Topic, …"""

    key = StringProperty()
    name = StringProperty()
    kind = StringProperty()
    filter_tokens = StringProperty()


class Entity(Evidence):
    """A person, place, thing."""

    records = RelationshipFrom("Record", "MENTIONS", Ties)
    aliases = RelationshipFrom("Alias", "NAMES", Ties, model=Naming)
    merged_into = RelationshipTo("Entity", "MERGED_INTO", Ties, model=ByHand)
    merged = RelationshipFrom("Entity", "MERGED_INTO", Ties, model=ByHand)
    split_from = RelationshipTo("Entity", "SPLIT_FROM", Ties, model=ByHand)
    entity_topics = RelationshipFrom("EntityTopic", "OF_ENTITY", Ties)
    event_frames = RelationshipFrom("EventFrame", "INVOLVES", Ties)


class Topic(Evidence):
    """What statements are about."""

    records = RelationshipFrom("Record", "ABOUT", Ties)


class EntityTopic(Evidence):
    """An entity under a topic."""

    records = RelationshipFrom("Record", "CONCERNS", Ties)
    entity = RelationshipTo("Entity", "OF_ENTITY", Ties)
    topic = RelationshipTo("Topic", "OF_TOPIC", Ties)


class EventFrame(Evidence):
    """An event that several statements tell parts of."""

    records = RelationshipFrom("Record", "PART_OF", Ties)
    entities = RelationshipTo("Entity", "INVOLVES", Ties)
    days = RelationshipTo("Day", "ON_DAY", Ties)
    months = RelationshipTo("Month", "IN_MONTH", Ties)
    years = RelationshipTo("Year", "IN_YEAR", Ties)


class Alias(Owned):
    """A surface form; it may name several entities."""

    key = StringProperty()
    entities = RelationshipTo("Entity", "NAMES", Ties, model=Naming)
    never = RelationshipTo("Entity", "NEVER_NAMES", Ties, model=Denial)


class Day(Owned):
    """`uid` is the date, "2023-05-07"."""

    month = RelationshipTo("Month", "IN_MONTH", Ties)
    records = RelationshipFrom("Record", "ON_DAY", Ties)


class Month(Owned):
    """`uid` is the month, "2023-05"."""

    year = RelationshipTo("Year", "IN_YEAR", Ties)
    days = RelationshipFrom("Day", "IN_MONTH", Ties)
    records = RelationshipFrom("Record", "IN_MONTH", Ties)


class Year(Owned):
    """`uid` is the year, "2023"."""

    months = RelationshipFrom("Month", "IN_YEAR", Ties)
    records = RelationshipFrom("Record", "IN_YEAR", Ties)


class Summary(Owned):
    """A node of the summary tree; depth 0 is the root, `from_` and `to` the time it covers."""

    __optional_labels__: ClassVar[list[str]] = _TIERS

    depth = IntegerProperty()
    is_leaf = BooleanProperty()
    parent_uid = StringProperty()
    stale = BooleanProperty()
    summarised_leaves = IntegerProperty()
    quotes = ArrayProperty(StringProperty())
    text = StringProperty()
    child_count = IntegerProperty()
    leaf_count = IntegerProperty()
    from_ = DateTimeNeo4jFormatProperty(db_property="from")
    to = DateTimeNeo4jFormatProperty()
    tier = StringProperty()
    visits = FloatProperty()
    interactions = FloatProperty()
    last_used_at = DateTimeNeo4jFormatProperty()
    moved_at = DateTimeNeo4jFormatProperty()
    children = RelationshipTo("Summary", "PARENT_OF", Ties)
    parent = RelationshipFrom("Summary", "PARENT_OF", Ties)
    segments = RelationshipTo("Segment", "SUMMARISES", Ties)


class Profile(Owned):
    """A trait of a user, distilled."""

    attribute = StringProperty()
    value = StringProperty()
    confidence = FloatProperty()
    summaries = RelationshipTo("Summary", "DISTILLED_FROM", Ties)
    records = RelationshipTo("Record", "DISTILLED_FROM", Ties)


class Edit(Owned):
    """A change by hand: the evidence of the record it made."""

    by = StringProperty()
    at = DateTimeNeo4jFormatProperty()
    reason = StringProperty()
    records = RelationshipFrom("Record", "EVIDENCED_BY", Ties)
