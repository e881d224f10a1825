"""Typed, self-contained statements and the evidence nodes they hang on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from graphmem.model.interval import Interval
from graphmem.model.stated import Stated


class RecordType(StrEnum):
    """The seven types of LycheeMemory V2, section 3.3."""

    FACT = "fact"
    PREFERENCE = "preference"
    EVENT = "event"
    CONSTRAINT = "constraint"
    PROCEDURE = "procedure"
    FAILURE_PATTERN = "failure_pattern"
    TOOL_AFFORDANCE = "tool_affordance"


@dataclass(frozen=True, slots=True)
class RecordDraft:
    """What an encoder yields for one statement.

    text: readable without its conversation: names instead of pronouns, dates instead of "yesterday".
    subject: the name of whom or what it is about ("" when unclear).
    entities: surface forms as written; tags: topics, lower case.
    time_text and interval: the expression as said and what it means; None when undated.
    evidence: uids of the turns that say it; at least one.
    source_role: user, assistant or both.
    stated: times that came with it; those that it has overrule what would follow from the rest.
    """

    type: RecordType
    text: str
    evidence: tuple[str, ...]
    subject: str = ""
    status: str = ""
    entities: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    time_text: str = ""
    interval: Interval | None = None
    source_role: str = "user"
    stated: Stated = field(default_factory=Stated)


@dataclass(frozen=True, slots=True)
class Encoding:
    """What an encoder makes of one closed segment.

    mended: how often what a model wrote was put right or dropped, by what it was ("names dropped").
    """

    records: tuple[RecordDraft, ...]
    note: str = ""
    mended: Mapping[str, int] = field(default_factory=dict)
