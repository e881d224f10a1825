"""Which turns are read for an answer (JustMem, section 3.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from graphmem.answer.gather import LINE, Gather
from graphmem.model.evidence import Evidence
from graphmem.model.hit import Citation, Filters, Hit, SearchResult
from graphmem.text.excerpt import excerpt
from tests.unit.answer.memories import ASKED_AT, Memory, found, hit, plan, request, turn

TURNS = [turn(f"t{n}", f"word {n} more words", f"2026-05-01T10:{n:02}") for n in range(30)]
OTHER = turn("x1", "another day", "2026-04-01T10:00", session="s2")
COST = 4 + LINE


def count(text: str) -> int:
    return len(text.split())


async def gathered(question: str, hits: list[Hit], budget: int = 1000) -> tuple[Evidence, Memory]:
    memory = Memory(TURNS)
    result = SearchResult(tuple(hits), plan(question))
    return await Gather(memory, count, lambda text, said: ())(
        request(question, token_budget=budget), result
    ), memory


def ids(evidence: Evidence) -> list[str]:
    return [each.citation.turn_id for each in evidence]


async def test_hits_are_read_before_neighbours_in_the_order_of_time() -> None:
    near = (TURNS[9], TURNS[11])
    hits = [
        replace(hit(TURNS[10]), neighbours=near),
        hit(OTHER),
        replace(hit(TURNS[3]), neighbours=(TURNS[2],)),
    ]
    evidence, memory = await gathered("Where?", hits)
    assert ids(evidence) == ["x1", "t2", "t3", "t9", "t10", "t11"]
    assert [each.number for each in evidence] == [1, 2, 3, 4, 5, 6]
    assert [each.citation.turn_id for each in evidence.ranked] == ["t10", "x1", "t3", "t9", "t11", "t2"]
    evidence, _ = await gathered("Where?", hits, budget=3 * COST)
    assert ids(evidence) == ["x1", "t3", "t10"]
    assert memory.calls == []


async def test_the_budget_is_kept_and_what_is_too_long_gives_way() -> None:
    long = turn("t40", " ".join(["long"] * 50), "2026-05-01T11:00")
    evidence, _ = await gathered("Where?", [hit(TURNS[1]), hit(long), hit(TURNS[2])], budget=2 * COST)
    assert ids(evidence) == ["t1", "t2"]
    assert evidence.tokens == 8


async def test_a_long_turn_is_read_in_excerpts_that_bear_on_the_question() -> None:
    filler = " ".join(f"Line {n} is about the weather." for n in range(20))
    long = turn(
        "t40", f"{filler} The race is on Sunday! {filler} Bring shoes to the race.", "2026-05-01T11:00"
    )
    evidence, _ = await gathered("When is the race?", [hit(long), hit(TURNS[1])], budget=100)
    assert ids(evidence) == ["t1", "t40"]
    read = evidence.items[1]
    assert read.citation == long
    assert read.text.startswith("Line 0 is about the weather.")
    assert "… The race is on Sunday! …" in read.text
    assert read.text.endswith(" … Bring shoes to the race.")
    assert count(read.text) <= 40
    question = "What did you tell me about the race?"
    replayed = SearchResult((hit(long),), plan(question))
    gather = Gather(Memory([long]), count, lambda text, said: ())
    (item,) = await gather(request(question, token_budget=count(long.text) + LINE), replayed)
    assert item.text == long.text  # a source is replayed as it is


def test_words_that_no_sentence_fits_are_cut_and_nothing_fits_into_nothing() -> None:
    long = " ".join(f"w{n}" for n in range(100))
    assert excerpt(long, frozenset(), 3, count) == "w0 w1 w2"
    assert excerpt(long, frozenset(), 0, count) == ""
    assert excerpt("One two. Three four.", frozenset({"four"}), 2, count) == "Three four."
    assert excerpt("One two. Three four.", frozenset({"four"}), 4, count) == "One two. Three four."


async def test_a_turn_is_read_once_and_knows_its_hit() -> None:
    evidence, _ = await gathered(
        "Where?",
        [replace(hit(TURNS[1]), neighbours=(TURNS[2],)), replace(hit(TURNS[2]), neighbours=(TURNS[1],))],
    )
    assert [(each.citation.turn_id, each.hit and each.hit.id, each.rank) for each in evidence] == [
        ("t1", "r-t1", 0),
        ("t2", "r-t2", 1),
    ]


async def test_what_was_told_is_replayed_from_the_session_of_the_best_hit() -> None:
    question = "What did you tell me about the race?"
    evidence, memory = await gathered(question, [hit(TURNS[10]), hit(OTHER)], budget=10 * COST)
    # six turns of the session for 60 % of the budget, the nearest first; then the other hit
    assert ids(evidence) == ["x1", "t8", "t9", "t10", "t11", "t12", "t13"]
    assert memory.calls == [("neighbours", "ana", ("t10",))]
    assert evidence.items[4].hit is None


@pytest.mark.parametrize(
    ("bounds", "alone"),
    [
        ({"known_at": ASKED_AT}, True),
        ({"as_of": ASKED_AT}, True),
        ({"filters": Filters(before=ASKED_AT)}, True),
        ({"filters": Filters(type=("fact",))}, True),
        ({"filters": Filters(session_id="s1", agent_id="iris")}, True),
        ({"filters": Filters(session_id="s1")}, False),
    ],
)
async def test_only_hits_are_read_where_the_search_is_bounded(bounds: dict[str, Any], alone: bool) -> None:
    memory = Memory(TURNS)
    gather = Gather(memory, count, lambda text, said: ())
    hits = (replace(hit(TURNS[10]), neighbours=(TURNS[9],)),)
    for question in ("Where?", "What did you tell me?"):
        asked = request(question)
        asked = replace(asked, search=replace(asked.search, **bounds))
        evidence = await gather(asked, SearchResult(hits, plan(question)))
        assert (ids(evidence) == ["t10"]) is alone
    built = await memory.asking().construct(
        replace(asked, construct=True), SearchResult(hits, plan("word 10"))
    )
    assert ({each.citation.turn_id for each in built} == {"t10"}) is alone


async def test_nothing_found_is_no_evidence() -> None:
    for question in ("Where?", "What did you tell me?"):
        evidence, memory = await gathered(question, [])
        assert (len(evidence), evidence.tokens, memory.calls) == (0, 0, [])


def test_only_numbers_of_the_context_lead_to_a_turn() -> None:
    turns: list[Citation] = TURNS[:2]
    evidence = Gather(Memory(TURNS), count, lambda text, said: ())
    assert found("Where?", turns).hits[0].citations == (turns[0],)
    numbered = evidence.numbered([])
    assert [numbered.numbered(number) for number in (-1, 0, 1)] == [None, None, None]
