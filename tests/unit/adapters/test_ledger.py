"""What calls have cost, and what they may cost."""

from __future__ import annotations

import asyncio

import pytest

from graphmem.adapters.ledger import Call, Ledger
from graphmem.errors import LLMError
from graphmem.model.prompt import Prompt
from graphmem.model.usage import Tokens, Usage


def spend(ledger: Ledger, purpose: str, tokens: int, scope: str = "") -> None:
    ledger.entry("m", Prompt(purpose, f"{purpose}/1", "", "", scope=scope)).record(Tokens(1, tokens, 1))


def test_it_adds_up_by_purpose_by_user_and_in_total() -> None:
    ledger = Ledger()
    spend(ledger, "encode", 10, "ann")
    spend(ledger, "encode", 20, "bob")
    spend(ledger, "answer", 5, "ann")

    assert ledger.usage() == Usage({"encode": Tokens(2, 30, 2), "answer": Tokens(1, 5, 1)})
    assert ledger.usage().total == Tokens(3, 35, 3)
    assert ledger.usage("ann") == Usage({"encode": Tokens(1, 10, 1), "answer": Tokens(1, 5, 1)})
    assert ledger.usage("nobody") == Usage()
    assert ledger.calls[2] == Call("m", "answer", "answer/1", "ann", Tokens(1, 5, 1))


async def test_a_recording_has_what_happens_inside_in_its_own_tasks_too() -> None:
    ledger = Ledger()

    async def later(purpose: str) -> None:
        await asyncio.sleep(0)
        spend(ledger, purpose, 7)

    async def recorded(purpose: str) -> Usage:
        with ledger.recording() as recording:
            await asyncio.gather(later(purpose), later(purpose))
        return recording.usage

    spend(ledger, "before", 1)
    first, second = await asyncio.gather(recorded("encode"), recorded("plan"))
    spend(ledger, "after", 1)

    assert first == Usage({"encode": Tokens(2, 14, 2)})
    assert second == Usage({"plan": Tokens(2, 14, 2)})
    assert ledger.usage().total.calls == 6


def test_recordings_may_be_nested_and_are_of_one_ledger() -> None:
    ledger, other = Ledger(), Ledger()
    with ledger.recording() as outer, other.recording() as foreign:
        spend(ledger, "plan", 1)
        with ledger.recording() as inner:
            spend(ledger, "answer", 2)

    assert list(outer.usage.purposes) == ["plan", "answer"]
    assert list(inner.usage.purposes) == ["answer"]
    assert foreign.usage == Usage()


def test_a_question_belongs_to_the_recordings_that_were_open_when_it_began() -> None:
    ledger = Ledger()
    with ledger.recording() as recording:
        entry = ledger.entry("m", Prompt("answer", "answer/1", "", ""))
    entry.record(Tokens(1, 3, 4))
    assert recording.usage.total == Tokens(1, 3, 4)


def test_a_budget_counts_what_is_used_and_what_is_under_way() -> None:
    ledger = Ledger(budget=100)
    with ledger.recording():
        spend(ledger, "encode", 39)
        entry = ledger.entry("m", Prompt("plan", "plan/1", "", ""))
        with entry.reserved(50):
            with pytest.raises(
                LLMError, match=r"budget of 100 tokens .* call to plan, .* 11: 40 are used and 50"
            ):
                entry.reserved(11).__enter__()
            with entry.reserved(10):
                pass
        with entry.reserved(60):
            pass


def test_a_budget_without_a_job_is_that_of_one_call() -> None:
    ledger = Ledger(budget=100)
    for _ in range(3):
        with ledger.entry("m", Prompt("plan", "plan/1", "", "")).reserved(100):
            spend(ledger, "plan", 99)
    with pytest.raises(LLMError, match="Nothing was sent"):
        ledger.entry("m", Prompt("plan", "plan/1", "", "")).reserved(101).__enter__()


def test_an_inner_job_is_held_to_the_outer_budget_too() -> None:
    ledger = Ledger()
    with ledger.recording(budget=10) as outer, ledger.recording(budget=1000):
        entry = ledger.entry("m", Prompt("plan", "plan/1", "", ""))
        with pytest.raises(LLMError, match="budget of 10 "):
            entry.reserved(11).__enter__()
        with entry.reserved(10):  # what was refused holds nothing back
            pass
    assert outer.calls == []


def test_estimates_stay_marked_in_sums() -> None:
    assert Tokens(1, 2, 3, estimated=1) + Tokens(1, 2, 3) == Tokens(2, 4, 6, estimated=1)
