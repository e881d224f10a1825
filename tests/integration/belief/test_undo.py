"""A supersession can be taken back, and is not made again."""

from __future__ import annotations

import pytest

from graphmem import AsyncMemory, Conflict, NotFound
from tests.integration.belief.conftest import believed, tell

pytestmark = pytest.mark.integration

PARIS, LYON = "Ana lives in Paris.", "Ana moved from Paris to Lyon."


async def moved(memory: AsyncMemory, user: str) -> str:
    """The id of the closed copy."""
    await tell(memory, user, "2024-01-05", "I live in Paris.")
    await tell(memory, user, "2024-06-10", "I moved from Paris to Lyon.")
    return (await believed(memory, user))[PARIS].id


async def test_the_older_is_believed_again_and_stays_so(memory: AsyncMemory, user: str) -> None:
    copy = await moved(memory, user)

    again = await memory.undo(copy, user_id=user)
    await memory.consolidate(user_id=user, reencode=True)
    await memory.consolidate(user_id=user)

    known = await believed(memory, user)
    assert set(known) == {PARIS, LYON}
    assert (known[PARIS].id, known[PARIS].valid_to) == (again.id, None)
    assert again.id != copy
    with pytest.raises(NotFound):
        await memory.get(copy, user_id=user)
    assert (await memory.check(user)).problems == ()


async def test_history_tells_the_chain_before_and_after(memory: AsyncMemory, user: str) -> None:
    copy = await moved(memory, user)

    told = await memory.history(copy, user_id=user)
    assert [(v.memory.memory, v.current, bool(v.closes)) for v in told] == [
        (PARIS, False, False), (LYON, True, False), (PARIS, True, True)
    ]  # fmt: skip
    lyon = told.versions[1].memory.id
    assert [(each.id, each.reason) for each in told.versions[0].replaced_by] == [(lyon, "ended")]
    assert [c.text for v in told for c in v.memory.citations] == [
        "I live in Paris.", "I moved from Paris to Lyon.", "I live in Paris."
    ]  # fmt: skip

    await memory.undo(copy, user_id=user)
    after = await memory.history(lyon, user_id=user)
    assert [(v.memory.memory, v.current) for v in after] == [(PARIS, True), (LYON, True)]
    assert [(each.id, each.reason) for each in after.versions[0].spared] == [(lyon, "ended")]
    assert after.versions[0].replaced_by == ()


async def test_an_edit_is_taken_back_by_either_id(memory: AsyncMemory, user: str) -> None:
    await tell(memory, user, "2024-01-05", "I live in Paris.")
    old = (await believed(memory, user))[PARIS].id
    new = (await memory.update(old, "Ana lives in Rome.", user_id=user, reason="misheard")).id

    assert (await memory.undo(new, user_id=user)).id == old
    assert set(await believed(memory, user)) == {PARIS}

    assert (await memory.update(old, "Ana lives in Rome.", user_id=user)).id == new
    assert set(await believed(memory, user)) == {"Ana lives in Rome."}
    assert (await memory.undo(old, user_id=user)).id == old
    assert (await memory.check(user)).problems == ()


async def test_there_must_be_something_to_take_back(memory: AsyncMemory, user: str) -> None:
    copy = await moved(memory, user)
    lyon = (await believed(memory, user))[LYON].id

    with pytest.raises(Conflict, match="nothing to take back"):
        await memory.undo(lyon, user_id=user)
    with pytest.raises(NotFound):
        await memory.undo("nothing", user_id=user)
    with pytest.raises(NotFound):
        await memory.undo(copy, user_id=f"{user}-other")


async def test_an_edit_that_was_edited_itself_comes_first(memory: AsyncMemory, user: str) -> None:
    await tell(memory, user, "2024-01-05", "I live in Paris.")
    old = (await believed(memory, user))[PARIS].id
    first = (await memory.update(old, "Ana lives in Rome.", user_id=user)).id
    await memory.update(first, "Ana lives in Siena.", user_id=user)

    with pytest.raises(Conflict, match=first):
        await memory.undo(old, user_id=user)


async def test_other_words_for_what_ended_have_ended_too(memory: AsyncMemory, user: str) -> None:
    copy = await moved(memory, user)
    end = (await believed(memory, user))[PARIS].valid_to

    changed = await memory.update(copy, "Ana lives in the centre of Paris.", user_id=user)

    assert changed.valid_to == end
    assert (await memory.check(user)).problems == ()
