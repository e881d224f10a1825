from __future__ import annotations

from typing import Any, cast

import pytest

from graphmem.errors import InputError
from graphmem.model.ranking import Channel
from graphmem.retrieve.plan_llm import LLMPlanner
from graphmem.strategies import Method, SearchPorts, ablations, strategies
from graphmem.strategies.evidence import NAMES, evidence
from graphmem.strategies.tree_tiers import tree_tiers
from graphmem.testing import FakeEmbedder, FakeLLM, FakeReranker

NOTHING = cast(Any, None)
PORTS = SearchPorts(NOTHING, NOTHING, FakeEmbedder())


def channels(**options: Any) -> list[str]:
    search = evidence(PORTS, **options)
    return [f"{each.channel}/{each.phrasing}" for each in search.recall.questions]


def test_what_is_asked_by_default() -> None:
    assert channels() == [
        "passages/unnamed",
        "contexts/unnamed",
        "context_text/full",
        "records/unnamed",
        "time/full",
        "wishes/full",
        "profile/full",
    ]


def test_a_channel_and_a_phrasing_are_switched_off() -> None:
    assert channels(without=["records", "unnamed"]) == [
        "passages/full",
        "contexts/full",
        "context_text/full",
        "time/full",
        "wishes/full",
        "profile/full",
    ]


def test_what_is_off_is_switched_on() -> None:
    assert channels(with_=["evidence", "tree"])[-2:] == ["evidence/full", "tree/unnamed"]


def test_steps_and_factors_are_switched() -> None:
    plain = evidence(PORTS, without=["session", "quota", "speaker", "question"])
    assert (plain.bonus, plain.quota, plain.diversity) == (None, None, None)
    assert (plain.factors.speaker, plain.factors.question, plain.factors.dated) == (1.0, 0.0, 1.2)
    full = evidence(PORTS, with_=["diversity", "compound"])
    assert full.diversity is not None and full.planner.compound


def test_everything_can_be_switched_and_nothing_else() -> None:
    of_tree_tiers = {Channel.SEGMENTS, Channel.SHORT, Channel.LONG}
    assert set(Channel) - set(NAMES) == {Channel.EXACT} | of_tree_tiers
    with pytest.raises(InputError, match="unknown channel or step colour; there are passages"):
        evidence(PORTS, without=["colour"])


def test_records_of_a_model_are_asked_with_names() -> None:
    asked = strategies(SearchPorts(NOTHING, NOTHING, FakeEmbedder(), model_records=True))[
        "evidence"
    ].search.recall.questions
    assert [f"{each.channel}/{each.phrasing}/{each.weight}" for each in asked][3] == "records/full/1.0"


def with_models() -> Method:
    ports = SearchPorts(NOTHING, NOTHING, FakeEmbedder(), FakeLLM({}), FakeReranker(), model_records=True)
    return strategies(ports)["evidence"]


@pytest.mark.parametrize(
    ("without", "with_"), [pytest.param(*switched, id=title) for title, *switched in ablations("evidence")]
)
def test_a_variation_keeps_the_planner_s_model_and_the_reranker(
    without: tuple[str, ...], with_: tuple[str, ...]
) -> None:
    method = with_models()
    varied = method.varied(without, with_)
    assert isinstance(varied.planner, LLMPlanner) and varied.planner.llm is method.ports.planner
    assert varied.rerank is not None and varied.rerank.reranker is method.ports.reranker


def test_a_variation_asks_for_records_as_the_method_does() -> None:
    asked = with_models().varied(without=["time"]).recall.questions
    assert [(each.phrasing, each.weight) for each in asked if each.channel is Channel.RECORDS] == [
        ("full", 1.0)
    ]


def test_a_variation_of_nothing_is_the_method_as_it_is() -> None:
    method = with_models()
    assert method.varied() == method.search


def parts(**options: Any) -> list[str]:
    return [each.channel for each in tree_tiers(PORTS, **options).recall.questions]


@pytest.mark.parametrize(
    ("without", "with_", "expected"),
    [
        ((), (), ["short", "long", "tree", "beam"]),
        (("tree",), (), ["short", "long", "segments"]),
        (("segments",), (), ["short", "long", "contexts", "beam"]),
        (("tiers", "segments"), (), ["contexts", "beam"]),
        (("tree", "segments"), (), ["short", "long", "contexts"]),
        (("tree",), ("graph",), ["short", "long", "segments", "evidence", "evidence_text"]),
        (("tree", "segments"), ("graph",), ["short", "long", "contexts", "evidence", "evidence_text"]),
    ],
)
def test_the_tree_with_tiers_and_its_six_ablations(
    without: tuple[str, ...], with_: tuple[str, ...], expected: list[str]
) -> None:
    assert parts(without=without, with_=with_) == expected


def test_a_part_that_is_none_is_refused() -> None:
    with pytest.raises(InputError, match="unknown part passages; there are tiers, tree, segments, graph"):
        tree_tiers(PORTS, without=["passages"])


def test_ablations_of_both_strategies() -> None:
    assert [title for title, *_ in ablations("tree_tiers")] == [
        "without tree",
        "without segments",
        "without tiers, without segments",
        "without tree, without segments",
        "without tree, with graph",
        "without tree, without segments, with graph",
    ]
    titles = [title for title, *_ in ablations("evidence", without=["time"])]
    assert titles[0] == "without passages"
    assert "with time" in titles
    assert len(titles) == len(NAMES)
