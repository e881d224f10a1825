"""Type-checked, never run: mypy refuses a misspelt or mistyped option of a verb, on both classes.

Each `type: ignore` stands on a line that must be an error; mypy reports one that is not needed.
"""

from __future__ import annotations

from graphmem import Answer, AsyncMemory, ForgetResult, Memory, SearchResult


async def misspelt(memory: AsyncMemory) -> None:
    await memory.search("Where?", user_id="ana", topk=3)  # type: ignore[call-arg]
    await memory.ask("Where?", user_id="ana", token_budgt=3)  # type: ignore[call-arg]
    await memory.forget_user("ana", dryrun=True)  # type: ignore[call-arg]
    await memory.entities.merge("Bob", "Robert", user_id="ana", reson="")  # type: ignore[call-arg]
    AsyncMemory(embeder="local")  # type: ignore[call-arg]


def misspelt_blocking(memory: Memory) -> None:
    memory.search("Where?", user_id="ana", topk=3)  # type: ignore[call-arg]
    memory.ask("Where?", user_id="ana", token_budgt=3)  # type: ignore[call-arg]
    memory.ask_stream("Where?", user_id="ana", token_budgt=3)  # type: ignore[call-arg]
    memory.forget_user("ana", dryrun=True)  # type: ignore[call-arg]
    memory.entities.merge("Bob", "Robert", user_id="ana", reson="")  # type: ignore[call-arg]
    Memory(embeder="local")  # type: ignore[call-arg]


def mistyped(memory: Memory) -> None:
    memory.search("Where?", user_id="ana", top_k="ten")  # type: ignore[arg-type]
    memory.search("Where?")  # type: ignore[call-arg]


def results(memory: Memory) -> tuple[SearchResult, Answer, ForgetResult]:
    return memory.search("?", user_id=1, top_k=3), memory.ask("?", user_id="a"), memory.forget_user("a")
