from __future__ import annotations

from typing import Any, cast

import pytest

from graphmem.errors import InputError
from graphmem.model.ranking import Channel
from graphmem.strategies import strategies
from graphmem.strategies.evidence import NAMES, evidence
from graphmem.testing import FakeEmbedder

NOTHING = cast(Any, None)


def channels(**options: Any) -> list[str]:
    search = evidence(NOTHING, NOTHING, FakeEmbedder(), **options)
    return [f"{each.channel}/{each.phrasing}" for each in search.recall.questions]


def test_what_is_asked_by_default() -> None:
    assert channels() == [
        "passages/unnamed",
        "contexts/unnamed",
        "context_text/full",
        "records/unnamed",
        "time/full",
        "wishes/full",
    ]


def test_a_channel_and_a_phrasing_are_switched_off() -> None:
    assert channels(without=["records", "unnamed"]) == [
        "passages/full",
        "contexts/full",
        "context_text/full",
        "time/full",
        "wishes/full",
    ]


def test_what_is_off_is_switched_on() -> None:
    assert channels(with_=["evidence", "statement"])[-2:] == ["passages/statement", "evidence/full"]
    assert channels(with_=["both"])[-2:] == ["passages/full", "contexts/full"]


def test_steps_and_factors_are_switched() -> None:
    plain = evidence(NOTHING, NOTHING, FakeEmbedder(), without=["session", "quota", "speaker", "question"])
    assert (plain.bonus, plain.quota, plain.diversity) == (None, None, None)
    assert (plain.factors.speaker, plain.factors.question, plain.factors.dated) == (1.0, 0.0, 1.2)
    full = evidence(NOTHING, NOTHING, FakeEmbedder(), with_=["diversity", "compound"])
    assert full.diversity is not None and full.planner.compound


def test_everything_can_be_switched_and_nothing_else() -> None:
    assert set(Channel) - set(NAMES) == {Channel.EXACT}
    with pytest.raises(InputError, match="unknown channel or step colour; there are passages"):
        evidence(NOTHING, NOTHING, FakeEmbedder(), without=["colour"])


def test_records_of_a_model_are_asked_with_names() -> None:
    asked = strategies(NOTHING, NOTHING, FakeEmbedder(), model_records=True)["evidence"].recall.questions
    assert [f"{each.channel}/{each.phrasing}/{each.weight}" for each in asked][3] == "records/full/1.0"
