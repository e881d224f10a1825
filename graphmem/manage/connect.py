"""Records to rows: the evidence nodes they hang on, their dates and aliases. No LLM, no vectors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from graphmem.manage.calendar import date_of
from graphmem.manage.entities import EntityResolver
from graphmem.manage.gathering import Gathering
from graphmem.manage.record_rows import RecordRows
from graphmem.model.change import EvidenceRow, GraphChange
from graphmem.model.identity import uid
from graphmem.model.keys import normalised
from graphmem.model.record import Encoding, RecordDraft, RecordType
from graphmem.model.turn import Turn

MOST_PAIRED = 3
"""Entities and topics of a record that are paired, each: 9 pairs at most instead of 48."""
MOST_TEXTS = 12
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
)  # fmt: skip
_TYPES = frozenset(kind.value for kind in RecordType)


def connect(
    scope: str,
    segment_uid: str,
    session_uid: str,
    encoding: Encoding,
    turns: Sequence[Turn],
    *,
    resolve: EntityResolver | None = None,
) -> GraphChange:
    """The rows that a segment's encoding adds (LycheeMemory V2, section 3.4), ready for one transaction.

    turns: the segment's; they give the local dates and the agent. resolve: knows what the graph does
    of `surface_forms(encoding)`, and learns from what it resolves. Unlike the paper, a record's type is a tag
    but no topic node: seven nodes tied to every record would find nothing and make all writers wait for them.
    """
    gathering = Gathering(scope, segment_uid, session_uid)
    resolve = resolve or EntityResolver()
    agent = turns[0].agent_id if turns else ""
    said, speakers = {turn.uid: turn.said_at for turn in turns}, {turn.uid: turn.speaker for turn in turns}
    rows = RecordRows(scope, segment_uid, session_uid, agent, said, speakers)
    frame = uid("event_frame", segment_uid, "")
    for record in encoding.records:
        row = rows(record)
        gathering.records[row.uid] = row
        gathering.date("Record", row.uid, rows.dates(record))
        gathering.tie("PART_OF", "Record", row.uid, "EventFrame", frame)
        for form, entity in resolve.learnt(record, row.uid):
            gathering.alias(form, entity)
        _hang(gathering, row.uid, record, resolve)
    if encoding.records:
        _land_frame(gathering, frame, encoding, _first_said(turns))
    return gathering.change()


def surface_forms(encoding: Encoding) -> tuple[str, ...]:
    """The normalised names whose aliases `connect` wants to know, in order."""
    return tuple(sorted({normalised(name) for record in encoding.records for name in record.entities} - {""}))


def evidence_text(node: EvidenceRow, record_texts: Sequence[str]) -> str:
    """What is embedded for a node: its name, what stands beside it, and up to 12 of its records."""
    head = f"{node.name} ({', '.join(node.beside)})" if node.beside else node.name
    return "\n".join([head, *record_texts[:MOST_TEXTS]])


def frame_name(names: Iterable[str], topics: Iterable[str], said_at: datetime | None) -> str:
    """What an event frame is called: whom and what its records name most, and the day it was told."""
    who = ", ".join(name for name, _ in Counter(names).most_common(3))
    what = ", ".join(topic for topic, _ in Counter(topics).most_common(4))
    when = f" ({said_at.day} {_MONTHS[said_at.month - 1]} {said_at.year})" if said_at else ""
    name = ": ".join(filter(None, (who, what))) or "Conversation"
    return f"{name}{when}"


def _hang(gathering: Gathering, record_uid: str, record: RecordDraft, resolve: EntityResolver) -> None:
    """Tie a record to its entities, its topics and the pairs of them."""
    entities = {
        entity: name
        for name in _names(record)
        for entity in _entities(gathering, name, resolve, record, record_uid)
    }
    topics = {_topic(gathering, tag): tag for tag in _topics(record)}
    for entity in entities:
        gathering.tie("MENTIONS", "Record", record_uid, "Entity", entity)
        gathering.stands_beside(entity, topics.values())
    for topic in topics:
        gathering.tie("ABOUT", "Record", record_uid, "Topic", topic)
        gathering.stands_beside(topic, entities.values())
    for entity, name in list(entities.items())[:MOST_PAIRED]:
        for topic, tag in list(topics.items())[:MOST_PAIRED]:
            if not _says_it_already(name, tag):
                pair = _pair(gathering, (entity, name), (topic, tag))
                gathering.tie("CONCERNS", "Record", record_uid, "EntityTopic", pair)


def _says_it_already(name: str, tag: str) -> bool:
    """ "LGBTQ" with "lgbtq support group" would be the topic once more."""
    return set(normalised(name).split()) <= set(normalised(tag).split())


def _entities(
    gathering: Gathering, name: str, resolve: EntityResolver, record: RecordDraft, record_uid: str
) -> Iterator[str]:
    """Whom a record names so: one entity, or several that it tells apart."""
    for entity in resolve(name, record, record_uid):
        key, title = resolve.title(entity, name)
        gathering.node("entity", entity, key, title)
        for form in (normalised(name), *resolve.told_apart(entity, name, record)):
            gathering.alias(form, entity)
        yield entity


def _topic(gathering: Gathering, tag: str) -> str:
    key = normalised(tag)
    return gathering.node("topic", uid("topic", key, ""), key, tag)


def _pair(gathering: Gathering, entity: tuple[str, str], topic: tuple[str, str]) -> str:
    name = f"{entity[1]}: {topic[1]}"
    pair = gathering.node("entity_topic", uid("entity_topic", entity[0], topic[0]), normalised(name), name)
    gathering.tie("OF_ENTITY", "EntityTopic", pair, "Entity", entity[0])
    gathering.tie("OF_TOPIC", "EntityTopic", pair, "Topic", topic[0])
    return pair


def _land_frame(gathering: Gathering, frame: str, encoding: Encoding, said_at: datetime | None) -> None:
    """The segment as one event, named by what its records name most and the day it was told."""
    names = Counter(name for record in encoding.records for name in _names(record))
    tags = [tag for record in encoding.records for tag in _topics(record)]
    gathering.node("event_frame", frame, frame, frame_name(names.elements(), tags, said_at))
    for entity in sorted({tie.end for tie in gathering.ties if tie.type == "MENTIONS"}):
        gathering.tie("INVOLVES", "EventFrame", frame, "Entity", entity)
    gathering.date("EventFrame", frame, date_of(said_at))


def _names(record: RecordDraft) -> list[str]:
    return [name for name in record.entities if normalised(name)]


def _topics(record: RecordDraft) -> list[str]:
    return [tag for tag in record.tags if tag not in _TYPES and normalised(tag)]


def _first_said(turns: Sequence[Turn]) -> datetime | None:
    return next((turn.said_at for turn in turns if turn.said_at is not None), None)
