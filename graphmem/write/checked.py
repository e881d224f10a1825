"""What an encoder of anybody's make returns, before it is believed."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.errors import ModelError
from graphmem.model.interval import Interval
from graphmem.model.record import Encoding, RecordDraft, RecordType
from graphmem.model.turn import Turn


def checked(encoding: object, turns: Sequence[Turn]) -> Encoding:
    """The encoding of a segment's turns. Raises ModelError naming what is not as ports.Encoder says."""
    if not isinstance(encoding, Encoding):
        raise ModelError(f"the encoder returned {type(encoding).__name__}; an Encoding is expected")
    known = frozenset(turn.uid for turn in turns)
    for number, record in enumerate(encoding.records, 1):
        if wrong := _wrong(record, known):
            raise ModelError(f"record {number} of the encoder {wrong}")
    if not isinstance(encoding.note, str):
        raise ModelError("the note of the encoder is no text")
    return encoding


def _wrong(record: object, known: frozenset[str]) -> str:
    """What is wrong with a record, "" for nothing."""
    if not isinstance(record, RecordDraft):
        return f"is {type(record).__name__}; a RecordDraft is expected"
    texts = (
        *record.entities,
        *record.tags,
        record.subject,
        record.status,
        record.time_text,
        record.source_role,
    )
    interval = record.interval
    faults = {
        f"has the type {record.type!r}; there are {', '.join(RecordType)}": not isinstance(
            record.type, RecordType
        ),
        "has no text": not isinstance(record.text, str) or not record.text.strip(),
        "has a name, a tag or another text that is no text": not all(isinstance(each, str) for each in texts),
        "is proved by no turn of the segment, or by one that is not its own": not (
            record.evidence and known.issuperset(record.evidence)
        ),
        f"has the interval {interval!r}; an Interval or None is expected": not (
            interval is None or isinstance(interval, Interval)
        ),
    }
    return next((told for told, wrong in faults.items() if wrong), "")
