"""What is taken back in so many words is found among what is near, and nothing is lost when that is broken off."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem import AsyncMemory
from graphmem.errors import ServerUnavailable
from graphmem.store.beliefs import GraphBeliefs
from tests.integration.belief.conftest import believed, tell

pytestmark = pytest.mark.integration

GLASSES = "I wear glasses."
NO_GLASSES = "I don't wear glasses any more, thanks to laser surgery."


async def open_ended(memory: AsyncMemory, user: str) -> set[str]:
    return {text for text, each in (await believed(memory, user)).items() if each.valid_to is None}


async def test_a_thing_that_was_sold_is_had_no_longer(memory: AsyncMemory, user: str) -> None:
    await tell(
        memory, user, "2024-01-05", "I drive an old Volvo estate.", "My mother drives an old Volvo estate."
    )
    await tell(memory, user, "2024-06-10", "I sold the old Volvo estate on Friday.")

    assert await open_ended(memory, user) == {
        "Ana's mother drives an old Volvo estate.",
        "Ana sold the old Volvo estate on Friday (7 June 2024).",
    }
    ended = (await believed(memory, user))["Ana drives an old Volvo estate."]
    assert [each.text for each in ended.citations] == ["I drive an old Volvo estate."]
    assert (await memory.check(user)).problems == ()


async def test_another_user_s_statement_is_never_near(memory: AsyncMemory, user: str) -> None:
    await tell(memory, user, "2024-01-05", GLASSES)
    await tell(memory, f"{user}-2", "2024-06-10", NO_GLASSES)
    assert await open_ended(memory, user) == {"Ana wears glasses."}


async def test_what_was_not_compared_yet_is_compared_by_consolidating(
    memory: AsyncMemory, user: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await tell(memory, user, "2024-01-05", GLASSES, "I live in Paris.")

    async def gone(*_: Any, **__: Any) -> Any:
        raise ServerUnavailable("the server went away")

    with monkeypatch.context() as patched:
        patched.setattr(GraphBeliefs, "rivals", gone)
        with pytest.raises(ServerUnavailable):
            await tell(memory, user, "2024-06-10", NO_GLASSES, "I moved to Lyon.")
    before = await open_ended(memory, user)
    assert {"Ana wears glasses.", "Ana lives in Paris.", "Ana moved to Lyon."} <= before

    await memory.consolidate(user_id=user)

    after = await open_ended(memory, user)
    assert before - after == {"Ana wears glasses.", "Ana lives in Paris."}
    assert not await memory.consolidate(user_id=user)


async def test_other_names_of_one_person_are_the_same_person(memory: AsyncMemory, user: str) -> None:
    await tell(
        memory, user, "2024-01-05", "Elisabeth lives in Rome.", "Elisabeth drives an old Volvo estate."
    )
    await tell(memory, user, "2024-02-05", "Liz loves opera.", "Otto lives in Rome.")
    await memory.entities.merge("Liz", "Elisabeth", user_id=user)
    await tell(memory, user, "2024-06-10", "Liz moved from Rome to Milan.", "Liz sold the old Volvo estate.")

    assert await open_ended(memory, user) == {
        "Ana said Liz loves opera.",
        "Ana said Otto lives in Rome.",
        "Ana said Liz moved from Rome to Milan.",
        "Ana said Liz sold the old Volvo estate.",
    }
