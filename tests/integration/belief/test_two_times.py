"""When it was true, and when we knew: what ended keeps a closed copy, what was corrected does not."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from graphmem import AsyncMemory
from tests.integration.belief.conftest import believed, tell

pytestmark = pytest.mark.integration


def until(memory: object) -> tuple[str, datetime | None]:
    return getattr(memory, "memory"), getattr(memory, "valid_to")  # noqa: B009 - two kinds of values


async def moved(memory: AsyncMemory, user: str) -> None:
    await tell(memory, user, "2024-01-05", "I live in Paris.")
    await tell(memory, user, "2024-06-10", "I moved from Paris to Lyon in May.")


async def test_what_ended_is_believed_of_its_time_only(memory: AsyncMemory, user: str) -> None:
    await moved(memory, user)

    known = await believed(memory, user)
    assert {text: each.valid_to for text, each in known.items()} == {
        "Ana lives in Paris.": datetime(2024, 5, 1, tzinfo=UTC),
        "Ana moved from Paris to Lyon in May (May 2024).": None,
    }
    paris = known["Ana lives in Paris."]
    assert paris.citations[0].text == "I live in Paris."
    assert paris.entities == ("Ana", "Paris")
    assert (await memory.check(user)).problems == ()


@pytest.mark.parametrize(
    ("as_of", "texts"),
    [
        ("2024-03-01", {"Ana lives in Paris."}),
        ("2024-08-01", {"Ana moved from Paris to Lyon in May (May 2024)."}),
    ],
)
async def test_as_of_finds_what_was_true_then(
    memory: AsyncMemory, user: str, as_of: str, texts: set[str]
) -> None:
    await moved(memory, user)

    found = await memory.search("Where does Ana live?", user_id=user, as_of=as_of)
    assert {hit.memory for hit in found if hit.type != "turn"} == texts


async def test_known_at_finds_what_was_believed_then(memory: AsyncMemory, user: str) -> None:
    await tell(memory, user, "2024-01-05", "I live in Paris.")
    before = datetime.now(UTC)
    await tell(memory, user, "2024-06-10", "I moved from Paris to Lyon in May.")

    then = await memory.search("Where does Ana live?", user_id=user, known_at=before)
    now = await memory.search("Where does Ana live?", user_id=user)
    assert [until(hit) for hit in then if hit.type != "turn"] == [("Ana lives in Paris.", None)]
    assert ("Ana lives in Paris.", datetime(2024, 5, 1, tzinfo=UTC)) in [until(hit) for hit in now]
    assert ("Ana lives in Paris.", None) not in [until(hit) for hit in now]


async def test_what_was_corrected_leaves_no_copy_and_its_turn_stays(memory: AsyncMemory, user: str) -> None:
    await tell(memory, user, "2024-01-05", "My sister's name is Lisa.")
    before = datetime.now(UTC)
    await tell(memory, user, "2024-01-06", "My sister's name is Lena, not Lisa.")

    assert set(await believed(memory, user)) == {"Ana's sister's name is Lena, not Lisa."}
    found = await memory.search("What is the name of Ana's sister?", user_id=user)
    assert "My sister's name is Lisa." in {c.text for hit in found for c in hit.citations}
    then = await memory.search("What is the name of Ana's sister?", user_id=user, known_at=before)
    assert "Ana's sister's name is Lisa." in {hit.memory for hit in then}


async def test_the_older_may_arrive_later(memory: AsyncMemory, user: str) -> None:
    await tell(memory, user, "2024-06-10", "I moved from Paris to Lyon in May.")
    await tell(memory, user, "2024-01-05", "I live in Paris.")

    known = await believed(memory, user)
    assert known["Ana lives in Paris."].valid_to == datetime(2024, 5, 1, tzinfo=UTC)


async def test_what_arrives_between_shortens_what_ended(memory: AsyncMemory, user: str) -> None:
    await tell(memory, user, "2022-01-05", "I live in Paris.")
    await tell(memory, user, "2024-06-10", "I live in Nice now.")
    await tell(memory, user, "2023-03-01", "I live in Lyon now.")

    assert {text: each.valid_to for text, each in (await believed(memory, user)).items()} == {
        "Ana lives in Paris.": datetime(2023, 3, 1, 10, tzinfo=UTC),
        "Ana lives in Lyon now.": datetime(2024, 6, 10, 10, tzinfo=UTC),
        "Ana lives in Nice now.": None,
    }
    assert (await memory.check(user)).problems == ()


async def test_adding_or_encoding_again_changes_nothing(memory: AsyncMemory, user: str) -> None:
    await moved(memory, user)
    before = {each.id: each.valid_to for each in (await believed(memory, user)).values()}

    await moved(memory, user)
    await memory.consolidate(user_id=user, reencode=True)

    assert {each.id: each.valid_to for each in (await believed(memory, user)).values()} == before
    assert (await memory.check(user)).problems == ()


async def test_one_user_never_retires_what_another_said(memory: AsyncMemory, user: str) -> None:
    await tell(memory, user, "2024-01-05", "I live in Paris.")
    await tell(memory, f"{user}-other", "2024-06-10", "I moved from Paris to Lyon in May.")

    assert (await believed(memory, user))["Ana lives in Paris."].valid_to is None
    assert len(await memory.get_all(user_id=f"{user}-other")) == 1


async def test_a_year_of_moves_is_told_in_order(memory: AsyncMemory, user: str) -> None:
    await tell(memory, user, "2023-01-05", "I live in Paris.")
    await tell(memory, user, "2024-01-05", "I moved to Lyon in December.")
    await tell(memory, user, "2024-09-01", "I moved from Lyon to Nice.")

    ends = sorted(
        each.valid_to or datetime.max.replace(tzinfo=UTC) for each in (await believed(memory, user)).values()
    )
    assert ends[:2] == [datetime(2023, 12, 1, tzinfo=UTC), datetime(2024, 9, 1, 10, tzinfo=UTC)]
    assert ends[2] - ends[1] > timedelta(days=1)
