"""Forgetting one of two records undoes what bound them, and no words of it stay behind."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from graphmem import AsyncMemory
from tests.integration.belief.conftest import believed, tell

pytestmark = pytest.mark.integration

PARIS, LYON = "Ana lives in Paris.", "Ana moved from Paris to Lyon."


async def moved(memory: AsyncMemory, user: str) -> dict[str, str]:
    await tell(memory, user, "2024-01-05", "I live in Paris.")
    await tell(memory, user, "2024-06-10", "I moved from Paris to Lyon.")
    return {text: each.id for text, each in (await believed(memory, user)).items()}


@pytest.mark.parametrize("what", ["record", "turn"])
async def test_without_the_newer_the_older_is_believed_again(
    memory: AsyncMemory, user: str, what: str
) -> None:
    ids = await moved(memory, user)
    turn = (await memory.get(ids[LYON], user_id=user)).citations[0].turn_id

    result = await memory.delete(ids[LYON] if what == "record" else turn, user_id=user)

    assert result.restored == 1
    known = await believed(memory, user)
    assert {text: each.valid_to for text, each in known.items()} == {PARIS: None}
    assert known[PARIS].id != ids[PARIS]
    assert (await memory.check(user)).problems == ()


@pytest.mark.parametrize("which", ["copy", "original", "turn"])
async def test_the_older_goes_with_its_closed_copy(memory: AsyncMemory, user: str, which: str) -> None:
    ids = await moved(memory, user)
    versions = (await memory.history(ids[PARIS], user_id=user)).versions
    original, turn = versions[0].memory.id, versions[0].memory.citations[0].turn_id
    named = {"copy": ids[PARIS], "original": original, "turn": turn}[which]

    result = await memory.delete(named, user_id=user)

    assert result.removed["Record"] == 2
    assert set(await believed(memory, user)) == {LYON}
    await memory.consolidate(user_id=user, reencode=True)
    assert set(await believed(memory, user)) == {LYON}
    assert (await memory.check(user)).problems == ()


async def test_what_a_third_excludes_ends_when_that_began(memory: AsyncMemory, user: str) -> None:
    await tell(memory, user, "2022-01-05", "I live in Paris.")
    await tell(memory, user, "2023-03-01", "I live in Lyon now.")
    await tell(memory, user, "2024-06-10", "I live in Nice now.")
    lyon = (await believed(memory, user))["Ana lives in Lyon now."].id

    await memory.delete(lyon, user_id=user)

    known = await believed(memory, user)
    ends = {text: each.valid_to and each.valid_to.date().isoformat() for text, each in known.items()}
    assert ends == {PARIS: "2024-06-10", "Ana lives in Nice now.": None}
    assert (await memory.check(user)).problems == ()


async def test_a_dry_run_counts_both_and_changes_nothing(memory: AsyncMemory, user: str) -> None:
    ids = await moved(memory, user)

    tried = await memory.delete(ids[LYON], user_id=user, dry_run=True)

    assert (tried.removed["Record"], tried.restored) == (2, 1)  # the newer, and the copy that it made
    assert {text: each.id for text, each in (await believed(memory, user)).items()} == ids


async def test_an_import_brings_beliefs_and_what_was_taken_back(
    memory: AsyncMemory, user: str, tmp_path: Path
) -> None:
    ids = await moved(memory, user)
    await tell(memory, user, "2024-07-01", "My favourite colour is blue.")
    await tell(memory, user, "2024-08-01", "My favourite colour is green.")
    blue = (await believed(memory, user))["Ana's favourite colour is blue."].id
    await memory.undo(blue, user_id=user)
    await memory.export(user, tmp_path / "a.jsonl")

    other = f"{user}-b"
    await memory.import_(tmp_path / "a.jsonl", user_id=other)
    await memory.consolidate(user_id=other, reencode=True)

    mine, theirs = await believed(memory, user), await believed(memory, other)
    assert {t: (m.id, m.valid_to) for t, m in mine.items()} == {
        t: (m.id, m.valid_to) for t, m in theirs.items()
    }
    assert mine["Ana's favourite colour is blue."].valid_to is None
    assert ids[PARIS] in {m.id for m in theirs.values()}
    assert (await memory.check(other)).problems == ()


async def test_what_is_imported_into_a_filled_store_is_compared_with_what_is_there(
    memory: AsyncMemory, user: str, tmp_path: Path
) -> None:
    await tell(memory, user, "2024-01-05", "I live in Paris.", "I wear glasses.")
    await memory.export(user, tmp_path / "a.jsonl")
    other = f"{user}-b"
    await tell(
        memory, other, "2024-06-10", "I moved from Paris to Lyon in May.", "I don't wear glasses any more."
    )

    for _ in range(2):
        await memory.import_(tmp_path / "a.jsonl", user_id=other)

    known = {text: each.valid_to for text, each in (await believed(memory, other)).items()}
    assert known == {
        "Ana lives in Paris.": datetime(2024, 5, 1, tzinfo=UTC),
        "Ana wears glasses.": datetime(2024, 6, 10, 10, 1, tzinfo=UTC),
        "Ana doesn't wear glasses any more.": None,
        "Ana moved from Paris to Lyon in May (May 2024).": None,
    }
    assert (await memory.check(other)).problems == ()
    assert (await believed(memory, user))["Ana lives in Paris."].valid_to is None
