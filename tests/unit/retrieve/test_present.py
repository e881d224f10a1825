from __future__ import annotations

from datetime import UTC, datetime

from graphmem.model.hit import ChannelRank, Citation, PathNode, SearchRequest
from graphmem.model.plan import Phrasing
from graphmem.model.ranking import Candidate, Card, Channel, Ranking, RecordCard, Scored
from graphmem.retrieve.present import Present

SAID = datetime(2026, 1, 1, tzinfo=UTC)


def scored(uid: str, score: float = 1.0) -> Scored:
    return Scored(Candidate(uid, "s", 0, "Ana", "user", SAID, SAID, 1.0, False), score, {"speaker": 1.5})


def card(uid: str, *records: RecordCard) -> Card:
    return Card(Citation(uid, "s", "Ana", SAID, f"text of {uid}"), records)


def present(turns, cards, *, query="Where is the bike?", top_k=10, explain=False, rankings=()):
    request = SearchRequest("ana", query, SAID, top_k=top_k)
    shown = {each.turn.turn_id: each for each in cards}
    return Present(explain)(request, turns, shown, shown, rankings, {})


def test_a_turn_without_records_is_shown_as_it_was_said() -> None:
    (hit,) = present([scored("t1")], [card("t1")])
    assert (hit.id, hit.memory, hit.type) == ("t1", "text of t1", "turn")
    assert [citation.turn_id for citation in hit.citations] == ["t1"]


def test_the_record_that_shares_most_words_is_shown_with_its_turns() -> None:
    bike = RecordCard("r1", "fact", "Ana's bike is in the cellar.", ("t1", "t2"))
    dog = RecordCard("r2", "fact", "Ana has a dog.", ("t1",))
    hits = present(
        [scored("t1"), scored("t2", 0.5), scored("t3", 0.2)],
        [card("t1", dog, bike), card("t2", bike), card("t3")],
    )
    assert [hit.id for hit in hits] == ["r1", "t3"]
    assert [citation.turn_id for citation in hits[0].citations] == ["t1", "t2"]


def test_no_more_than_asked_for() -> None:
    turns = [scored(f"t{n}", 1 / (n + 1)) for n in range(5)]
    assert len(present(turns, [card(f"t{n}") for n in range(5)], top_k=2)) == 2


def test_an_explanation_names_channels_ranks_factors_and_the_ways_that_led_to_the_turn() -> None:
    record = RecordCard("r1", "fact", "Ana's bike.", ("t1",))
    turn = PathNode(("Turn",), "t1", "EVIDENCED_BY")
    ways = {"t1": (PathNode(("Record", "Fact"), "r2"), turn), "t9": (PathNode(("Turn",), "t9"),)}
    rankings = [
        Ranking(Channel.PASSAGES, 0, Phrasing.FULL, 0.5, ("t0", "t1")),
        Ranking(Channel.RECORDS, 0, Phrasing.FULL, 1.0, ("t1",), {"t1": "r2"}, paths=ways),
        Ranking(Channel.CONTEXTS, 0, Phrasing.FULL, 1.0, ("t9",), paths=ways),
    ]
    (hit,) = present([scored("t1")], [card("t1", record)], explain=True, rankings=rankings)
    assert hit.explanation is not None
    assert hit.explanation.channels == (
        ChannelRank("passages/full", 2, 0.5),
        ChannelRank("records/full", 1, 1.0, (PathNode(("Record", "Fact"), "r2"), turn)),
    )
    assert hit.explanation.factors == {"speaker": 1.5}


LONG = " ".join(f"Step {i}: stir slowly and wait." for i in range(60))


def long_card(*records: RecordCard) -> Card:
    text = f"{LONG} The locker code is 7741. {LONG}"
    return Card(Citation("t1", "s", "Ana", SAID, text), records)


def test_of_a_long_turn_the_passage_that_was_found_is_shown_with_its_place() -> None:
    (hit,) = present([scored("t1")], [long_card()], query="What is the locker code?")
    (cited,) = hit.citations
    assert "The locker code is 7741." in hit.memory
    assert len(hit.memory) <= 600
    assert cited.text[cited.start : cited.end] == cited.excerpt == hit.memory
    assert cited.text.startswith("Step 0") and len(cited.text) > 3_000


def test_a_record_that_tells_nothing_of_it_gives_way_to_the_passage() -> None:
    bike = RecordCard("r1", "fact", "Ana owns a red bike.", ("t1",))
    (hit,) = present([scored("t1")], [long_card(bike)], query="What is the locker code?")
    assert (hit.type, hit.id) == ("turn", "t1")
    (hit,) = present([scored("t1")], [long_card(bike)], query="Which bike does Ana own?")
    assert (hit.type, hit.memory) == ("fact", "Ana owns a red bike.")


def test_a_record_in_other_words_than_the_question_is_shown_where_the_turn_has_no_better_ones() -> None:
    bike = RecordCard("r1", "fact", "Ana cycles to work.", ("t1",))
    (hit,) = present([scored("t1")], [card("t1", bike)], query="How does she commute?")
    assert hit.memory == "Ana cycles to work."
