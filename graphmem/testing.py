"""Public fakes of the ports: deterministic, no network, no models."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from typing import Any, TypeVar

import numpy as np
from pydantic import BaseModel

from graphmem.adapters.ledger import Entry, Ledger
from graphmem.adapters.llm_output import Unreadable, read
from graphmem.adapters.llm_reply import estimate
from graphmem.errors import EmbedderError, LLMError, OutputInvalid, OutputTruncated, RerankerError
from graphmem.model.prompt import Prompt
from graphmem.model.usage import Tokens
from graphmem.ports.embedder import Matrix

__all__ = ["FakeClock", "FakeEmbedder", "FakeLLM", "FakeReranker"]

_WORD = re.compile(r"\w+")
_PIECE = re.compile(r"\s*\S+\s*")
Output = TypeVar("Output", bound=BaseModel)
Script = Mapping[str, Any] | Callable[[Prompt, type[BaseModel] | None], Any]


class FakeEmbedder:
    """Unit vectors of hashed words: texts that share words are similar, the same text is identical.

    fail: raise EmbedderError on every call, as an embedder out of order does; it may be set at any time.
    calls: every (texts, kind) that was asked for, in order.
    """

    def __init__(self, dimensions: int = 64, *, fail: bool = False, id: str = "fake:hashed-words") -> None:
        self.id = id
        self.dimensions = dimensions
        self.fail = fail
        self.calls: list[tuple[tuple[str, ...], str]] = []

    async def embed(self, texts: Sequence[str], *, kind: str = "document") -> Matrix:
        """See ports.Embedder."""
        self.calls.append((tuple(texts), kind))
        if self.fail:
            raise EmbedderError(f"Embedder {self.id} was told to fail; set fail = False to have vectors.")
        rows = [self._vector(text) for text in texts]
        return np.stack(rows) if rows else np.zeros((0, self.dimensions), dtype=np.float32)

    def _vector(self, text: str) -> Matrix:
        total = np.zeros(self.dimensions)
        for word in _WORD.findall(text.casefold()) or [text]:
            seed = blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest()
            total += np.random.default_rng(int.from_bytes(seed, "big")).standard_normal(self.dimensions)
        return (total / np.linalg.norm(total)).astype(np.float32)


class FakeLLM:
    """Answers by a script, and counts in a ledger as a real model does: four bytes are a token.

    script: answers by purpose, or a function of the prompt and the shape asked for (None for a stream). An
    answer is a text, which is repaired and validated like a real one, a mapping or a model of the shape, or
    an exception, which is raised. A list gives one answer for each call, in order; any other is given again.
    A purpose without an answer raises LLMError. A stream comes in pieces of one word; a tuple of texts is
    streamed in those pieces, and an exception among them breaks it off. Nothing is asked twice. prompts:
    everything that was asked, in order.
    """

    def __init__(
        self, script: Script | None = None, *, ledger: Ledger | None = None, id: str = "fake:scripted"
    ) -> None:
        self.id = id
        self.ledger = ledger or Ledger()
        self.prompts: list[Prompt] = []
        given = script or {}
        self._script = given
        if isinstance(given, Mapping):  # lists are used up, so they are copied
            self._script = {
                name: list(each) if isinstance(each, list) else each for name, each in given.items()
            }

    async def structured(self, prompt: Prompt, output: type[Output]) -> Output:
        """See ports.LLM."""
        answer = self._asked(self.ledger.entry(self.id, prompt), output)
        if isinstance(answer, output):
            return answer
        text = _text(answer)
        try:
            return read(text, output)
        except Unreadable as error:
            kind = OutputTruncated if error.cut else OutputInvalid
            raise kind(f"Language model {self.id} gave no usable {output.__name__}: {error}.") from error

    def stream(self, prompt: Prompt) -> AsyncIterator[str]:
        """See ports.LLM."""
        return self._streamed(self.ledger.entry(self.id, prompt))

    async def _streamed(self, entry: Entry) -> AsyncIterator[str]:
        answer = self._asked(entry, None)
        for piece in answer if isinstance(answer, tuple) else _PIECE.findall(_text(answer)):
            if isinstance(piece, Exception):
                raise piece
            yield piece

    def _asked(self, entry: Entry, output: type[BaseModel] | None) -> Any:
        prompt = entry.prompt
        sent = estimate(f"{prompt.system}\n{prompt.user}")
        with entry.reserved(sent + prompt.max_tokens):
            self.prompts.append(prompt)
            answer = self._answer(prompt, output)
            if isinstance(answer, BaseException):
                raise answer
            entry.record(Tokens(1, sent, estimate(_text(answer))))
        return answer

    def _answer(self, prompt: Prompt, output: type[BaseModel] | None) -> Any:
        if not isinstance(self._script, Mapping):
            return self._script(prompt, output)
        answer = self._script.get(prompt.purpose, [])
        if isinstance(answer, list):
            if not answer:
                raise LLMError(f"Language model {self.id} has no answer left for {prompt.purpose!r}.")
            return answer.pop(0)
        return answer


def _text(answer: Any) -> str:
    match answer:
        case str():
            return answer
        case tuple():
            return "".join(piece for piece in answer if isinstance(piece, str))
        case BaseModel():
            return answer.model_dump_json()
        case _:
            return json.dumps(answer, ensure_ascii=False)


class FakeReranker:
    """Scores a text by the words it shares with the question; equal ones keep their order.

    fail: raise RerankerError on every call. calls: every (question, texts) that was asked for, in order.
    """

    def __init__(self, *, fail: bool = False, id: str = "fake:shared-words") -> None:
        self.id = id
        self.fail = fail
        self.calls: list[tuple[str, tuple[str, ...]]] = []

    async def scores(self, question: str, texts: Sequence[str], *, scope: str = "") -> Sequence[float]:
        """See ports.Reranker."""
        self.calls.append((question, tuple(texts)))
        if self.fail:
            raise RerankerError(f"Reranker {self.id} was told to fail; set fail = False to have scores.")
        wanted = set(_words(question))
        return [float(len(wanted.intersection(_words(text)))) for text in texts]


def _words(text: str) -> Iterator[str]:
    return (word.casefold() for word in _WORD.findall(text))


class FakeClock:
    """Stands still until it is moved."""

    def __init__(self, start: datetime = datetime(2024, 1, 1, tzinfo=UTC)) -> None:
        if start.tzinfo is None:
            raise ValueError("FakeClock needs an aware start time")
        self._now = start.astimezone(UTC)

    def now(self) -> datetime:
        """See ports.Clock."""
        return self._now

    def advance(self, step: timedelta) -> datetime:
        """Move by step and return the new time."""
        self._now += step
        return self._now
