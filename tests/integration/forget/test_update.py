"""A memory changed by hand is a new version with the editor as its evidence; its history tells both."""

from __future__ import annotations

import pytest

from graphmem import AsyncMemory, Conflict, InputError, NotFound
from tests.integration.forget.conftest import said
from tests.integration.forget.test_delete import record_of, turn_of

pytestmark = pytest.mark.integration


async def edited(memory: AsyncMemory, user: str) -> tuple[str, str]:
    await memory.add(said("Carla plays the piano in Lyon."), user_id=user, session_id="s1", flush=True)
    old = await record_of(memory, user, "piano")
    new = await memory.update(old, "Carla plays the cello in Turin.", user_id=user, reason="misheard")
    return old, new.id


async def test_a_new_version_takes_the_old_ones_place(memory: AsyncMemory, user: str) -> None:
    old, new = await edited(memory, user)

    (only,) = await memory.get_all(user_id=user)
    assert (only.id, only.memory) == (new, "Carla plays the cello in Turin.")
    assert "Turin" in only.entities and "Lyon" not in only.entities
    found = await memory.search("Who plays the cello?", user_id=user)
    assert found.hits[0].id == new

    history = await memory.history(old, user_id=user)
    assert [version.memory.id for version in history] == [old, new]
    assert [version.current for version in history] == [False, True]
    assert [(each.id, each.reason) for each in history.versions[0].replaced_by] == [(new, "edited")]
    assert [(each.by, each.reason) for each in history.versions[1].edits] == [(user, "misheard")]
    assert await memory.history(new, user_id=user) == history
    assert (await memory.check(user)).problems == ()


async def test_the_same_edit_twice_is_one_and_another_is_told_where_to_go(
    memory: AsyncMemory, user: str
) -> None:
    old, new = await edited(memory, user)

    again = await memory.update(old, "Carla plays the cello in Turin.", user_id=user)
    assert again.id == new
    with pytest.raises(Conflict, match=new):
        await memory.update(old, "Carla plays the harp.", user_id=user)
    assert len(await memory.get_all(user_id=user)) == 1


async def test_encoding_again_keeps_an_edit(memory: AsyncMemory, user: str) -> None:
    _, new = await edited(memory, user)

    await memory.consolidate(user_id=user, reencode=True)

    assert [each.id for each in await memory.get_all(user_id=user)] == [new]


async def test_forgetting_what_was_said_forgets_the_edit(memory: AsyncMemory, user: str) -> None:
    await edited(memory, user)

    await memory.delete(await turn_of(memory, user, "piano"), user_id=user)

    assert not await memory.get_all(user_id=user)
    assert (await memory.check(user)).problems == ()


@pytest.mark.parametrize("text", ["", "  ", "x" * 5000, None])
async def test_what_cannot_be_an_edit_is_refused(memory: AsyncMemory, user: str, text: str | None) -> None:
    await memory.add(said("Carla plays the piano in Lyon."), user_id=user, session_id="s1", flush=True)
    (record,) = await memory.get_all(user_id=user)

    with pytest.raises(InputError, match=r"text|says that already"):
        await memory.update(record.id, record.memory if text is None else text, user_id=user)


async def test_a_turn_and_another_users_record_cannot_be_edited(memory: AsyncMemory, user: str) -> None:
    old, _ = await edited(memory, user)
    with pytest.raises(NotFound):
        await memory.update(await turn_of(memory, user, "piano"), "Other words.", user_id=user)
    for verb in (memory.history(old, user_id="somebody"), memory.delete(old, user_id="somebody")):
        with pytest.raises(NotFound):
            await verb
