"""Conversations side by side."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from graphmem.errors import ServerUnavailable
from graphmem.model.results import AddManyResult, AddResult, FailedConversation, Timings
from graphmem.model.turn import Conversation, Message
from graphmem.write.many import add_side_by_side


def talk(session: str | None, text: str = "hi") -> Conversation:
    return Conversation(session, (Message("user", text),))


async def test_sums_and_progress() -> None:
    async def add(conversation: Conversation) -> AddResult | FailedConversation:
        if conversation.session_id == "bad":
            return FailedConversation("bad", "refused")
        return AddResult(turn_ids=("t",), turns_added=1, records_written=2, timings=Timings(embed=0.5))

    seen: list[int] = []
    done = await add_side_by_side(
        [talk("a"), talk("bad"), talk("b")], add, lambda sums: seen.append(sums.conversations), 1
    )

    assert done == AddManyResult(
        conversations=2,
        turns_added=2,
        records_written=4,
        failed_conversations=(FailedConversation("bad", "refused"),),
        timings=Timings(embed=1.0),
    )
    assert seen == [1, 1, 2]


async def test_no_more_than_asked_run_at_once_and_the_source_is_read_as_places_come_free() -> None:
    running, most, read = 0, 0, 0
    full = asyncio.Event()

    def source() -> Iterator[Conversation]:
        nonlocal read
        for i in range(20):
            read += 1
            yield talk(f"s{i}")

    async def add(conversation: Conversation) -> AddResult:
        nonlocal running, most
        running += 1
        most = max(most, running)
        assert read <= int((conversation.session_id or "s0")[1:]) + 5
        if running == 4:
            full.set()
        await asyncio.wait_for(full.wait(), 10)
        await asyncio.sleep(0.001)
        running -= 1
        return AddResult()

    await add_side_by_side(source(), add, None, 4)

    assert (most, read) == (4, 20)


async def test_parts_of_one_session_stay_in_order() -> None:
    order: list[str] = []

    async def add(conversation: Conversation) -> AddResult:
        await asyncio.sleep(0.02 if conversation.messages[0].content == "1" else 0)
        order.append(conversation.messages[0].content)
        return AddResult()

    await add_side_by_side([talk("s", "1"), talk("s", "2"), talk("s", "3")], add, None, 4)

    assert order == ["1", "2", "3"]


async def test_an_error_ends_the_others_and_is_raised() -> None:
    cancelled = asyncio.Event()

    async def add(conversation: Conversation) -> AddResult:
        if conversation.session_id == "bad":
            raise ServerUnavailable("gone")
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            cancelled.set()
            raise
        return AddResult()

    with pytest.raises(ServerUnavailable, match="gone"):
        await add_side_by_side([talk("slow"), talk("bad")], add, None, 2)
    assert cancelled.is_set()
