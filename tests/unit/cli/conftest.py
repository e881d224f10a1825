"""The command line over a memory that answers from literals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import graphmem
from graphmem.cli import app
from graphmem.errors import GraphMemError
from graphmem.model.answer import AnswerPart
from graphmem.model.hit import SearchResult
from graphmem.model.results import AddManyResult, AddResult, ConsolidateResult, MemoryPage, StoredMemory
from graphmem.model.turn import Conversation


@dataclass
class FakeMemory:
    """Keeps what it was called with; returns what the test puts in, or raises `error`."""

    calls: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    conversations: list[Conversation] = field(default_factory=list)
    found: SearchResult = field(default_factory=SearchResult)
    parts: tuple[AnswerPart, ...] = ()
    context: str = ""
    page: MemoryPage = field(default_factory=MemoryPage)
    stored: StoredMemory | None = None
    consolidated: ConsolidateResult = field(default_factory=ConsolidateResult)
    added: AddManyResult | None = None
    error: BaseException | None = None
    interrupted_after: int | None = None
    closed: int = 0

    def __call__(self, **options: Any) -> FakeMemory:
        return self

    def open(self) -> None:
        if isinstance(self.error, GraphMemError):
            raise self.error

    def close(self) -> None:
        self.closed += 1

    def _note(self, verb: str, options: dict[str, Any]) -> None:
        self.calls.append((verb, options))
        if self.error:
            raise self.error

    def search(self, query: str, **options: Any) -> SearchResult:
        self._note("search", {"query": query, **options})
        return self.found

    def ask_stream(self, question: str, **options: Any) -> Iterator[AnswerPart]:
        self._note("ask_stream", {"question": question, **options})
        yield from self.parts

    def get_context(self, query: str, **options: Any) -> str:
        self._note("get_context", {"query": query, **options})
        return self.context

    def get_all(self, **options: Any) -> MemoryPage:
        self._note("get_all", options)
        return self.page

    def get(self, id: str, **options: Any) -> StoredMemory:
        self._note("get", {"id": id, **options})
        assert self.stored
        return self.stored

    def consolidate(self, **options: Any) -> ConsolidateResult:
        self._note("consolidate", options)
        return self.consolidated

    def add_many(
        self,
        conversations: Iterable[Conversation],
        *,
        progress: Callable[[AddManyResult], None],
        **options: Any,
    ) -> AddManyResult:
        self._note("add_many", options)
        total = AddManyResult()
        for number, one in enumerate(conversations):
            if number == self.interrupted_after:
                raise KeyboardInterrupt
            self.conversations.append(one)
            total = total.plus(AddResult(turns_added=len(one.messages), segments_closed=1, records_written=2))
            progress(total)
        return self.added or total


@pytest.fixture
def memory(monkeypatch: pytest.MonkeyPatch) -> FakeMemory:
    fake = FakeMemory()
    monkeypatch.setitem(vars(graphmem), "Memory", fake)
    monkeypatch.delenv("GRAPHMEM_USER", raising=False)
    return fake


@pytest.fixture
def run() -> Callable[..., Result]:
    """Run the whole command line as a person types it."""

    def run(*arguments: str, input: str | None = None) -> Result:
        return CliRunner().invoke(app, list(arguments), input=input)

    return run


def flat(text: str) -> str:
    """Help and misuse without the boxes drawn around them."""
    return " ".join(text.replace("│", " ").split())
