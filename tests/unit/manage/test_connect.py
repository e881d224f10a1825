"""Records to rows: identities, evidence nodes, dates, aliases."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest

from graphmem.manage.connect import connect, evidence_text, surface_forms
from graphmem.manage.entities import EntityResolver, entity_uid
from graphmem.model.change import OPEN_END, UNKNOWN, EvidenceRow, GraphChange, Tie
from graphmem.model.entity import Named
from graphmem.model.filter_tokens import token
from graphmem.model.interval import Granularity, Interval
from graphmem.model.record import Encoding, RecordDraft, RecordType
from graphmem.model.turn import Turn

CEST = timezone(timedelta(hours=2))
SAID_AT = datetime(2023, 5, 8, 0, 30, tzinfo=CEST)
TURN = Turn("t0", "s", 0, "user", "Anna", "…", SAID_AT, agent_id="bot")
RACE = RecordDraft(
    RecordType.EVENT,
    "Anna ran a charity race on 7 May 2023 (yesterday).",
    ("t0",),
    subject="Anna",
    entities=("Anna", "Lyon"),
    tags=("charity race", "race", "event"),
    time_text="yesterday",
    interval=Interval(datetime(2023, 5, 7, tzinfo=CEST), datetime(2023, 5, 8, tzinfo=CEST), Granularity.DAY),
)
PLAIN = RecordDraft(
    RecordType.FACT, "Anna lives in Lyon.", ("t0",), entities=("Anna", "Lyon"), tags=("fact",)
)


def connected(*records: RecordDraft, known: dict[str, list[Named]] | None = None) -> GraphChange:
    return connect("u", "seg", "s", Encoding(records), [TURN], resolve=EntityResolver(known or {}))


def ties_of(change: GraphChange, type: str, start_label: str = "") -> tuple[Tie, ...]:
    return tuple(tie for tie in change.ties if tie.type == type and start_label in ("", tie.start_label))


def named_ties(change: GraphChange) -> set[tuple[str, str, str]]:
    names = {row.uid: row.name for row in change.evidence} | {row.uid: "record" for row in change.records}
    names |= {row.uid: f"~{row.key}" for row in change.aliases}
    return {(tie.type, names.get(tie.start, tie.start), names.get(tie.end, tie.end)) for tie in change.ties}


def test_a_record_row_is_complete() -> None:
    (row,) = connected(RACE).records
    assert (row.session_uid, row.agent_id, row.type, row.subject) == ("s", "bot", "event", "Anna")
    assert (row.event_from, row.event_to) == (
        datetime(2023, 5, 6, 22, tzinfo=UTC),
        datetime(2023, 5, 7, 22, tzinfo=UTC),
    )
    assert (row.valid_from, row.valid_to, row.granularity) == (row.event_from, OPEN_END, "day")
    assert row.tags == ("charity race", "race", "event")
    assert set(row.filter_tokens.split()) == {
        token("scope", "u"),
        token("session", "s"),
        token("agent", "bot"),
        token("type", "event"),
        token("month", "2023-05"),
        token("tag", "charity race"),
        token("tag", "race"),
        token("tag", "event"),
    }


def test_a_record_without_a_date_is_valid_from_when_it_was_said() -> None:
    (row,) = connected(PLAIN).records
    assert (row.event_from, row.event_to, row.granularity) == (UNKNOWN, UNKNOWN, "")
    assert row.valid_from == datetime(2023, 5, 7, 22, 30, tzinfo=UTC)


def test_a_record_of_an_undated_conversation_has_no_times_and_no_calendar() -> None:
    change = connect("u", "seg", "s", Encoding((PLAIN,)), [replace(TURN, said_at=None)])
    assert change.records[0].valid_from == UNKNOWN
    assert (change.days, change.months, change.years) == ((), (), ())


def test_the_graph_of_one_record() -> None:
    frame = "Anna, Lyon: charity race, race (8 May 2023)"
    assert named_ties(connected(RACE)) == {
        ("MENTIONS", "record", "Anna"),
        ("MENTIONS", "record", "Lyon"),
        ("ABOUT", "record", "charity race"),
        ("ABOUT", "record", "race"),
        ("CONCERNS", "record", "Anna: charity race"),
        ("CONCERNS", "record", "Anna: race"),
        ("CONCERNS", "record", "Lyon: charity race"),
        ("CONCERNS", "record", "Lyon: race"),
        ("OF_ENTITY", "Anna: charity race", "Anna"),
        ("OF_ENTITY", "Anna: race", "Anna"),
        ("OF_ENTITY", "Lyon: charity race", "Lyon"),
        ("OF_ENTITY", "Lyon: race", "Lyon"),
        ("OF_TOPIC", "Anna: charity race", "charity race"),
        ("OF_TOPIC", "Lyon: charity race", "charity race"),
        ("OF_TOPIC", "Anna: race", "race"),
        ("OF_TOPIC", "Lyon: race", "race"),
        ("PART_OF", "record", frame),
        ("INVOLVES", frame, "Anna"),
        ("INVOLVES", frame, "Lyon"),
        ("NAMES", "~anna", "Anna"),
        ("NAMES", "~lyon", "Lyon"),
        ("ON_DAY", "record", "2023-05-07"),
        ("ON_DAY", frame, "2023-05-08"),
        ("IN_MONTH", "2023-05-07", "2023-05"),
        ("IN_MONTH", "2023-05-08", "2023-05"),
        ("IN_YEAR", "2023-05", "2023"),
    }


def test_rows_are_sorted_and_never_repeated() -> None:
    change = connected(RACE, PLAIN, RACE)
    for rows in (change.records, change.evidence, change.aliases):
        uids = [row.uid for row in rows]
        assert uids == sorted(set(uids))
    assert list(change.ties) == sorted(set(change.ties))
    assert len(change.records) == 2


def test_every_tie_ends_at_a_row_of_the_change() -> None:
    change = connected(RACE, PLAIN)
    rows = (*change.records, *change.evidence, *change.aliases)
    known = {row.uid for row in rows} | {*change.days, *change.months, *change.years}
    assert all({tie.start, tie.end} <= known for tie in change.ties)


def test_the_same_encoding_gives_the_same_change() -> None:
    assert connected(RACE, PLAIN) == connected(PLAIN, RACE)


@pytest.mark.parametrize(
    "other",
    [
        replace(PLAIN, type=RecordType.EVENT),
        replace(PLAIN, text="Anna lives in Nice."),
        replace(PLAIN, evidence=("t1",)),
    ],
)
def test_type_text_and_evidence_tell_records_apart(other: RecordDraft) -> None:
    assert len(connected(PLAIN, other).records) == 2


def test_case_spacing_and_the_order_of_evidence_do_not() -> None:
    first = replace(PLAIN, evidence=("t0", "t1"))
    second = replace(PLAIN, text="ANNA  lives in Lyon.", evidence=("t1", "t0"))
    assert len(connected(first, second).records) == 1


def test_an_entity_known_by_one_alias_is_that_entity() -> None:
    change = connected(PLAIN, known={"anna": [Named("known", "anna keller", "known")]})
    assert "known" in {row.uid for row in change.evidence}
    assert ("Entity", "known") in {(tie.end_label, tie.end) for tie in ties_of(change, "MENTIONS")}


def test_an_ambiguous_name_is_the_entity_of_that_full_name() -> None:
    change = connect(
        "u", "seg", "s", Encoding((PLAIN,)), [TURN],
        resolve=EntityResolver({"anna": [Named("keller", "anna keller", "keller"), Named("plain", "anna", "plain")]}),
    )  # fmt: skip
    assert {tie.end for tie in ties_of(change, "MENTIONS")} == {"plain", entity_uid("lyon")}


def test_an_ambiguous_name_that_nobody_bears_in_full_is_its_own_entity() -> None:
    change = connect(
        "u", "seg", "s", Encoding((PLAIN,)), [TURN],
        resolve=EntityResolver({"anna": [Named("keller", "anna keller", "keller"), Named("o", "anna lindner", "o")]}),
    )  # fmt: skip
    assert {tie.end for tie in ties_of(change, "MENTIONS")} == {entity_uid("anna"), entity_uid("lyon")}


def test_what_is_said_is_written_under_the_name_that_was_said_though_it_is_merged() -> None:
    merged = [Named("bob", "anna", "robert"), Named("robert", "robert", "robert")]
    change = connected(PLAIN, known={"anna": merged})
    assert {tie.end for tie in ties_of(change, "MENTIONS")} == {"bob", entity_uid("lyon")}


def test_a_first_name_and_a_full_name_are_two_entities() -> None:
    change = connected(replace(PLAIN, entities=("Anna", "Anna Keller")))
    assert sorted(row.name for row in change.evidence if row.kind == "entity") == ["Anna", "Anna Keller"]


def test_spellings_of_one_key_are_one_entity() -> None:
    change = connected(replace(PLAIN, entities=("O'Brien", "O’Brien")))
    assert [row.name for row in change.evidence if row.kind == "entity"] == ["O'Brien"]


def test_a_type_is_a_tag_but_no_topic() -> None:
    assert [row.name for row in connected(PLAIN).evidence if row.kind == "topic"] == []


def test_pairs_are_bounded() -> None:
    many = replace(
        PLAIN, entities=tuple(f"City {n}" for n in range(8)), tags=tuple(f"topic {n}" for n in range(6))
    )
    assert len(ties_of(connected(many), "CONCERNS")) == 9


def test_a_month_links_no_day() -> None:
    may = Interval(datetime(2023, 5, 1, tzinfo=UTC), datetime(2023, 6, 1, tzinfo=UTC), Granularity.MONTH)
    change = connected(replace(PLAIN, interval=may))
    assert {tie.end for tie in ties_of(change, "IN_MONTH", "Record")} == {"2023-05"}
    assert ties_of(change, "ON_DAY", "Record") == ()


def test_an_empty_encoding_changes_nothing() -> None:
    assert connected() == GraphChange("u", "seg", "s")


def test_surface_forms_are_the_names_to_look_up() -> None:
    assert surface_forms(Encoding((RACE, PLAIN))) == ("anna", "lyon")


def test_evidence_text_holds_name_neighbours_and_twelve_records() -> None:
    node = EvidenceRow("x", "entity", "anna", "Anna", "", ("race", "run"))
    text = evidence_text(node, [f"record {n}" for n in range(20)])
    assert text.split("\n") == ["Anna (race, run)", *(f"record {n}" for n in range(12))]
