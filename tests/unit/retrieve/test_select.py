from __future__ import annotations

from datetime import UTC, datetime

from graphmem.model.hit import Citation
from graphmem.model.plan import Phrasing
from graphmem.model.ranking import Candidate, Card, Channel, Ranking, Scored
from graphmem.retrieve.select import MaximalMarginalRelevance, RouteQuota

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
