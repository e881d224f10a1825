"""Recorded records: which message tells which, and what is added to them."""

from __future__ import annotations

from datetime import UTC, datetime

from graphmem.extract.encode_recorded import RecordedEncoder
from graphmem.model.interval import Granularity
from graphmem.model.record import Encoding, RecordType
from graphmem.model.turn import Turn

SAID_AT = datetime(2023, 5, 8, 13, 56, tzinfo=UTC)


def turn(number: int, *, role: str = "user", session: str = "session_1", id: str | None = "") -> Turn:
    message_id = f"D1:{number}" if id == "" else id
    return Turn(f"t{number}", session, number, role, "Caroline", "said", SAID_AT, message_id=message_id)


async def test_a_recorded_text_is_kept_and_dated_and_connected() -> None:
    facts = {("D1:1",): [("Caroline moved from Sweden to Oslo last year.", "Caroline")]}

    (record,) = (await RecordedEncoder(facts).encode([turn(1)])).records

    assert record.text == "Caroline moved from Sweden to Oslo last year."
    assert (record.type, record.subject, record.evidence) == (RecordType.EVENT, "Caroline", ("t1",))
    assert record.entities == ("Caroline", "Sweden", "Oslo")
    assert record.time_text == "last year"
    assert record.interval is not None
    assert record.interval.start == datetime(2022, 1, 1, tzinfo=UTC)
    assert record.interval.granularity is Granularity.YEAR


async def test_a_text_told_by_two_messages_is_one_record() -> None:
    facts = {
        ("D1:1",): [("Caroline owns a dog.", "Caroline")],
        ("D1:3",): [("Caroline owns a dog.", "Caroline")],
    }

    encoding = await RecordedEncoder(facts).encode([turn(1), turn(2), turn(3)], note="kept")

    assert [record.evidence for record in encoding.records] == [("t1", "t3")]
    assert encoding.note == "kept"


async def test_the_most_exact_key_counts() -> None:
    facts = {
        ("D1:1",): [("Somebody owns a cat.", "Ann")],
        ("session_1", "D1:1"): [("Bo owns a cat.", "Bo")],
        ("conv-2", "session_1", "D1:1"): [("Cy owns a cat.", "Cy")],
    }
    encoder = RecordedEncoder(facts)

    async def text(session: str, scope: str) -> str:
        (record,) = (await encoder.encode([turn(1, session=session)], scope=scope)).records
        return record.text

    assert await text("session_1", "conv-2") == "Cy owns a cat."
    assert await text("session_1", "conv-3") == "Bo owns a cat."
    assert await text("session_9", "conv-2") == "Somebody owns a cat."


async def test_what_has_no_record_and_what_nobody_says_gives_none() -> None:
    facts = {("D1:1",): [("A system prompt.", "")], ("D1:2",): [("  ", "Ann")]}
    said = [turn(1, role="system"), turn(2), turn(3, id=None), turn(4)]

    assert await RecordedEncoder(facts).encode(said) == Encoding(())
