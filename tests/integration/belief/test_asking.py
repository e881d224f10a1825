"""What was true is told as past, what is true now comes first."""

from __future__ import annotations

import pytest

from graphmem import AsyncMemory
from tests.integration.belief.conftest import tell

pytestmark = pytest.mark.integration


async def told(memory: AsyncMemory, user: str) -> None:
    await tell(memory, user, "2024-01-05", "I live in Paris.", "My favourite colour is blue.")
    await tell(memory, user, "2024-03-02", "I bought a red bike.", "My cat sleeps all day.")
    await tell(memory, user, "2024-06-10", "I live in Lyon now.", "My favourite colour is green now.")


@pytest.mark.parametrize(
    ("question", "now", "before"),
    [("Where does Ana live?", "Lyon", "Paris"), ("What is Ana's favourite colour?", "green", "blue")],
)
async def test_the_answer_is_what_holds_now(
    memory: AsyncMemory, user: str, question: str, now: str, before: str
) -> None:
    await told(memory, user)

    answer = await memory.ask(question, user_id=user)
    assert now in answer.claims[0].text
    then = await memory.ask(question, user_id=user, as_of="2024-03-01")
    assert before in then.claims[0].text
    assert now not in then.text
    found = await memory.search(question, user_id=user)
    heads = [hit.citations[0].text for hit in found]
    (first,) = (number for number, text in enumerate(heads) if now in text)
    (second,) = (number for number, text in enumerate(heads) if before in text)
    assert first < second
    assert found[second].outdated_by == (found[first].citations[0].turn_id,)


async def test_a_context_says_what_holds_no_longer(memory: AsyncMemory, user: str) -> None:
    await told(memory, user)
    await tell(memory, user, "2024-07-01", "My sister's name is Lisa.", "My sister's name is Lena, not Lisa.")

    lines = (await memory.get_context("Where does Ana live? Who is her sister?", user_id=user)).splitlines()

    assert "Ana: I live in Paris. [true until 2024-06-10]" in lines
    assert "Ana: I live in Lyon now." in lines
    assert "Ana: My sister's name is Lisa. [taken back later]" in lines
