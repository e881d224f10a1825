from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.model.hit import Citation
from graphmem.model.plan import Phrasing
from graphmem.model.ranking import Candidate, Card, Channel, Ranking, Scored
from graphmem.retrieve.select import MaximalMarginalRelevance, RouteQuota, StandingWishes

SAID = datetime(2026, 1, 1, tzinfo=UTC)


def scored(uid: str, score: float, session: str = "s") -> Scored:
    return Scored(Candidate(uid, session, 0, "Ana", "user", SAID, SAID, 1.0, False), score)


def card(uid: str, text: str, session: str = "s") -> Card:
    return Card(Citation(uid, session, "Ana", SAID, text))


def uids(found) -> list[str]:
    return [each.candidate.uid for each in found]


def test_every_route_keeps_its_share() -> None:
    ranked = [scored(uid, 1.0 - n / 10) for n, uid in enumerate("abcdef")]
    found = RouteQuota()(ranked, [["a", "b", "c", "d"], ["f", "e"]], 4)
    assert uids(found) == ["a", "b", "e", "f", "c", "d"]


def test_one_route_changes_nothing() -> None:
    ranked = [scored("a", 1.0), scored("b", 0.5)]
    assert uids(RouteQuota()(ranked, [["b", "a"]], 2)) == ["a", "b"]


def chat(uid: str, score: float, role: str = "user") -> Scored:
    return Scored(Candidate(uid, "s", 0, "Ana", role, SAID, SAID, 1.0, False), score)


CHAT = [*(chat(uid, 1.0 - n / 10) for n, uid in enumerate("abcd")), chat("reply", 0.5, "assistant")]


def test_the_nearest_wishes_get_the_last_places() -> None:
    ranked = [*CHAT, chat("wish", 0.0), chat("other", 0.0), chat("third", 0.0)]
    found = StandingWishes(share=0.5)(ranked, ["wish", "other", "third"], 4)
    assert uids(found) == ["a", "b", "wish", "other", "c", "d", "reply", "third"]
    assert [each.score for each in found] == sorted((each.score for each in found), reverse=True)
    assert found[2].factors == {"wish": 1.0}


def test_a_wish_that_is_shown_anyway_keeps_its_place() -> None:
    ranked = [*CHAT, chat("wish", 0.0)]
    assert uids(StandingWishes(share=0.5)(ranked, ["b", "wish"], 4))[:4] == ["a", "b", "c", "wish"]


@pytest.mark.parametrize(("k", "wishes"), [(1, 0), (3, 0), (4, 1), (5, 1), (10, 3), (50, 15)])
def test_wishes_never_get_the_only_place(k: int, wishes: int) -> None:
    ranked = [*(chat(f"t{n}", 1.0) for n in range(60)), CHAT[-1], *(chat(f"w{n}", 0.0) for n in range(20))]
    found = StandingWishes()(ranked, [f"w{n}" for n in range(20)], k)
    assert sum(uid.startswith("w") for uid in uids(found)[:k]) == wishes


def test_there_are_no_wishes_between_people() -> None:
    ranked = [chat("a", 1.0), chat("b", 0.5), chat("wish", 0.0)]
    assert uids(StandingWishes()(ranked, ["wish"], 2)) == ["a", "b", "wish"]


def test_a_wish_that_filters_left_out_is_not_shown() -> None:
    assert uids(StandingWishes()(CHAT, ["gone"], 4))[:4] == ["a", "b", "c", "d"]


def test_a_near_copy_gives_way_to_something_else() -> None:
    ranked = [scored("a", 1.0), scored("copy", 0.99), scored("other", 0.9, "t")]
    cards = {
        "a": card("a", "the red bike is fast"),
        "copy": card("copy", "the red bike is fast"),
        "other": card("other", "lyon has two rivers", "t"),
    }
    rankings = [Ranking(Channel.PASSAGES, 0, Phrasing.FULL, 1.0, ("a", "copy"))]
    assert uids(MaximalMarginalRelevance()(ranked, cards, rankings, 3)) == ["a", "other", "copy"]


def test_relevance_alone_keeps_the_order() -> None:
    ranked = [scored("a", 1.0), scored("b", 0.9)]
    cards = {"a": card("a", "same"), "b": card("b", "same")}
    assert uids(MaximalMarginalRelevance(relevance=1.0)(ranked, cards, [], 2)) == ["a", "b"]
