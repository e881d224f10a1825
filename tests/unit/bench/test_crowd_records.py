"""The background's records are copies of real ones, and their vectors are near those of the real ones."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, cast

import numpy as np
import pytest

from graphmem.bench.crowd import Held, Pool, PoolEmbedder, fill
from graphmem.bench.crowd_records import Facts, PoolEncoder, Shape, read_facts
from graphmem.model.change import OPEN_END, UNKNOWN
from graphmem.model.interval import Granularity, Interval
from graphmem.model.record import RecordDraft, RecordType
from graphmem.model.results import AddManyResult
from graphmem.model.turn import Turn

MAY = datetime(2023, 5, 1, tzinfo=UTC)
JUNE = datetime(2023, 6, 1, tzinfo=UTC)


def unit(at: int) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    vector = np.zeros(384, dtype=np.float32)
    vector[at] = 1
    return vector


TEA = RecordDraft(
    RecordType.PREFERENCE, "Ana likes tea.", (), subject="Ana", entities=("Ana",), tags=("tea",)
)
RACE = RecordDraft(RecordType.EVENT, "Ana ran in May.", (), interval=Interval(MAY, JUNE, Granularity.MONTH))
FACTS = Facts(
    (Shape(TEA, 1), Shape(RACE, 2)),
    np.stack([unit(0), unit(1)]),
    0.5,
    {"Ana": 0, "Ana: tea (8 May 2023)": 1},
    np.stack([unit(2), unit(3)]),
    (1,),
)
POOL = Pool(("Ana", "Bo"), {"It rains.": 0}, np.stack([unit(4)]), np.stack([unit(5)]), FACTS)


def turns(count: int, session: str = "s1") -> list[Turn]:
    return [Turn(f"{session}-{n}", session, n, "user", "Ana", "x", MAY) for n in range(count)]


async def test_a_segment_has_as_many_records_a_turn_as_the_real_ones() -> None:
    many = replace(FACTS, shapes=tuple(Shape(replace(TEA, text=f"{n}"), 1) for n in range(10_000)))
    drawn = [await PoolEncoder(many, 0).encode(turns(9, f"s{n}"), scope="u") for n in range(100)]

    assert {len(each.records) for each in drawn} == {4, 5}
    assert sum(len(each.records) for each in drawn) == pytest.approx(450, abs=20)


async def test_a_copy_is_the_real_record_proved_by_as_many_turns_in_a_row() -> None:
    facts = replace(FACTS, shapes=FACTS.shapes[1:], a_turn=0.2)

    (record,) = (await PoolEncoder(facts, 0).encode(turns(5), scope="u", note="n")).records

    assert replace(record, evidence=()) == RACE
    first = int(record.evidence[0].rpartition("-")[2])
    assert record.evidence == (f"s1-{first}", f"s1-{first + 1}")


async def test_a_short_segment_proves_a_record_with_all_its_turns() -> None:
    facts = replace(FACTS, shapes=FACTS.shapes[1:], a_turn=1.0)

    (record,) = (await PoolEncoder(facts, 0).encode(turns(1), scope="u")).records

    assert record.evidence == ("s1-0",)


async def test_the_same_segment_and_seed_give_the_same_records_and_others_do_not() -> None:
    many = replace(FACTS, shapes=tuple(Shape(replace(TEA, text=f"{n}"), 1) for n in range(100)))

    first = await PoolEncoder(many, 0).encode(turns(9), scope="u")

    assert first == await PoolEncoder(many, 0).encode(turns(9), scope="u")
    assert first != await PoolEncoder(many, 1).encode(turns(9), scope="u")
    assert first.records != (await PoolEncoder(many, 0).encode(turns(9), scope="v")).records


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("Ana likes tea.", 0),
        ("Ana ran in May.", 1),
        ("Ana\nAna likes tea.", 2),
        ("Ana (tea, races)\nAna likes tea.", 2),
        ("Bo: rain (9 June 2023)\nAna likes tea.", 3),  # a new event frame is like a real one
        ("Bo: It rains.", 4),
        ("Bo: It rains.\nAna: Yes.", 5),
    ],
)
async def test_each_text_has_a_vector_near_that_of_its_kind(text: str, near: int) -> None:
    (vector,) = await PoolEmbedder(POOL, "local:x", 0).embed([text])

    assert vector[near] == pytest.approx(0.958, abs=0.02)


class Store:
    """Answers statements by name."""

    def __init__(self, **rows: list[dict[str, Any]]) -> None:
        self.rows = rows
        self.removed: list[str] = []

    async def read(self, name: str, **parameters: Any) -> list[dict[str, Any]]:
        return self.rows[name.partition("/")[2]]


async def test_the_facts_of_a_store_keep_the_dates_and_names_of_its_records() -> None:
    record = {
        "text": "Ana ran in May.", "embedding": [1.0, 0.0], "type": "event", "subject": "Ana", "status": "",
        "source_role": "user", "tags": ["race"], "time_text": "in May", "event_from": MAY, "event_to": JUNE,
        "granularity": "month", "entities": ["Ana"], "turns": 2,
    }  # fmt: skip
    since = {**record, "event_to": OPEN_END, "turns": 0}
    undated = {**record, "event_from": UNKNOWN, "event_to": UNKNOWN, "granularity": ""}
    node = {"kind": "event_frame", "name": "Ana (1 May 2023)", "embedding": [0.0, 1.0]}
    store = Store(crowd_records=[record, since, undated], crowd_evidence=[node])

    facts = await read_facts(cast(Any, store), ["u"], 6)

    assert [each.draft.interval for each in facts.shapes] == [
        Interval(MAY, JUNE, Granularity.MONTH), Interval(MAY, None, Granularity.MONTH), None,
    ]  # fmt: skip
    assert [each.turns for each in facts.shapes] == [2, 1, 2]
    assert (facts.shapes[0].draft.entities, facts.shapes[0].draft.tags) == (("Ana",), ("race",))
    assert (facts.a_turn, facts.names, facts.frames) == (0.5, {"Ana (1 May 2023)": 0}, (0,))


async def test_users_that_are_complete_stay_and_all_others_are_made_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def user(name: str, turns: int, records: int, unfinished: int) -> dict[str, Any]:
        return {"scope": name, "turns": turns, "records": records, "evidence": 1, "unfinished": unfinished}

    store = Store(
        crowd_users=[
            user("done", 2, 1, 0), user("half", 1, 1, 0), user("broken", 2, 1, 1), user("bare", 2, 0, 0),
            user("stranger", 2, 1, 0),
        ]
    )  # fmt: skip
    removed: list[str] = []
    added: list[str] = []

    async def remove(executor: object, scope: str) -> None:
        removed.append(scope)

    class Memory:
        async def add_many(self, made: Any, **options: Any) -> AddManyResult:
            added.extend(each.user_id for each in made)
            return AddManyResult(turns_added=6)

    monkeypatch.setattr("graphmem.bench.crowd.remove_user", remove)
    wanted = {"done": 2, "half": 2, "broken": 2, "bare": 101}
    count = await fill(cast(Any, Memory()), cast(Any, store), POOL, wanted, 0, lambda done: None)

    assert sorted(removed) == ["bare", "broken", "half", "stranger"]
    assert added == ["half", "broken", "bare", "bare"]
    assert count == 6


def test_what_is_held_of_all_users_is_the_sum() -> None:
    assert Held(1, 2, 3, 4) + Held(10, 20, 30, 40) == Held(11, 22, 33, 44)
