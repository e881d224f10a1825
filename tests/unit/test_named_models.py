"""Who encodes and who plans."""

from __future__ import annotations

import pytest

from graphmem.bootstrap import load_settings
from graphmem.errors import ConfigError
from graphmem.extract.encode_llm import LLMEncoder
from graphmem.extract.encode_local import LocalEncoder
from graphmem.named_models import asked_as, make_encoder
from graphmem.testing import FakeLLM

MODEL = FakeLLM()


def test_a_language_model_takes_every_task_that_is_not_given_away() -> None:
    settings = load_settings({})
    assert make_encoder(settings, MODEL) == LLMEncoder(MODEL)
    assert asked_as("planner", settings.planner, MODEL) is MODEL


def test_without_one_rules_do() -> None:
    settings = load_settings({})
    assert make_encoder(settings, None) == LocalEncoder()
    assert asked_as("planner", settings.planner, None) is None


def test_a_task_can_be_given_to_the_rules() -> None:
    settings = load_settings({"GRAPHMEM_ENCODER": "local", "GRAPHMEM_PLANNER": "llm"}, planner="rules")
    assert make_encoder(settings, MODEL) == LocalEncoder()
    assert asked_as("planner", settings.planner, MODEL) is None


@pytest.mark.parametrize("role", ["encoder", "planner"])
def test_a_task_for_a_model_that_is_not_named_is_told(role: str) -> None:
    settings = load_settings({}, **{role: "llm"})
    with pytest.raises(ConfigError, match=f"the {role} 'llm' asks a language model, and none is named"):
        asked_as(role, getattr(settings, role), None)


@pytest.mark.parametrize("role", ["encoder", "planner"])
def test_an_unknown_name_is_told(role: str) -> None:
    with pytest.raises(ConfigError, match=role):
        load_settings({}, **{role: "magic"})
