"""Statements that were remembered elsewhere are records as they stand."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from graphmem.extract.encode_local import LocalEncoder
from graphmem.extract.encode_stated import StatedEncoder
from graphmem.model.record import Encoding, RecordDraft, RecordType
from graphmem.model.stated import Stated
from graphmem.model.turn import Turn

AT = datetime(2026, 5, 3, 10, tzinfo=UTC)


class Asked:
    """Notes which turns it was asked for."""

    def __init__(self) -> None:
        self.turns: list[str] = []

    async def encode(
        self, turns: Sequence[Turn], *, reference: str = "", note: str = "", scope: str = ""
    ) -> Encoding:
        self.turns += [turn.text for turn in turns]
        return Encoding(tuple(RecordDraft(RecordType.FACT, t.text, (t.uid,)) for t in turns), "a note")


def turn(text: str, role: str = "memory", **told: Any) -> Turn:
    metadata = json.dumps({"statement": told} if told else {})
    return Turn(f"t-{text[:3]}", "s", 0, role, "user", text, AT, metadata_json=metadata)


async def encoded(*turns: Turn) -> tuple[Encoding, list[str]]:
    asked = Asked()
    return await StatedEncoder(asked, LocalEncoder()).encode(turns, note="before"), asked.turns


async def test_a_statement_is_word_for_word_and_no_model_is_asked() -> None:
    encoding, asked = await encoded(turn("Ana plays tennis every week, they say!"))
    (record,) = encoding.records
    assert (record.text, record.evidence, record.entities) == (
        "Ana plays tennis every week, they say!", ("t-Ana",), ("Ana",),
    )  # fmt: skip
    assert (asked, encoding.note) == ([], "before")


async def test_what_is_told_overrules_what_the_words_say() -> None:
    encoding, _ = await encoded(
        turn(
            "Ana always wants a window seat.",
            type="event",
            subject="Carla",
            entities=["Carla", " New  York ", 3, ""],
            tags=["Travel"],
            valid_from="2026-01-01T00:00:00+00:00",
            valid_to="next week",
            superseded_at="2026-02-01",
        )
    )
    (record,) = encoding.records
    assert (record.type, record.subject, record.entities) == (
        RecordType.EVENT, "Carla", ("Carla", "New York"),
    )  # fmt: skip
    assert record.tags[0] == "travel" and record.tags[-1] == "event"
    assert record.stated == Stated(valid_from=datetime(2026, 1, 1, tzinfo=UTC))


async def test_metadata_of_another_shape_tells_nothing() -> None:
    odd = Turn("t", "s", 0, "memory", "user", "Ana likes red.", AT, metadata_json='{"statement": [1]}')
    encoding, _ = await encoded(odd)
    assert (encoding.records[0].type, encoding.records[0].stated) == (RecordType.PREFERENCE, Stated())


async def test_the_rest_is_left_to_the_other_encoder() -> None:
    encoding, asked = await encoded(
        turn("I moved.", "user"), turn("Ana likes red."), turn("Nice.", "assistant")
    )
    assert asked == ["I moved.", "Nice."]
    assert [record.text for record in encoding.records] == ["I moved.", "Nice.", "Ana likes red."]
    assert encoding.note == "a note"


async def test_what_says_too_little_for_a_sentence_is_still_a_statement() -> None:
    encoding, _ = await encoded(turn("ok"))
    assert [(record.type, record.text) for record in encoding.records] == [(RecordType.FACT, "ok")]


def test_a_statement_holds_by_its_own_times() -> None:
    may, june, july = (datetime(2026, month, 1, tzinfo=UTC) for month in (5, 6, 7))
    stated = Stated(valid_from=may, valid_to=june, superseded_at=june)
    assert not stated.holds(None, None)
    assert stated.holds(None, may) and not stated.holds(None, june)
    assert stated.holds(may, may) and not stated.holds(july, may)
    assert Stated().holds(may, None)
