"""What a model has answered, kept by content: a run that was broken off goes on without paying twice."""

from __future__ import annotations

import asyncio
import hashlib
import json
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

from pydantic import ValidationError

from graphmem.adapters.ledger import Ledger
from graphmem.errors import InputError
from graphmem.model.prompt import Prompt
from graphmem.model.usage import Tokens
from graphmem.ports.llm import LLM, Output

_FORM = 1
_NEVER_KEPT = "encode"  # the store keeps what was encoded, and adding is timed
_FOUND: ContextVar[list[str] | None] = ContextVar("graphmem_answers_found", default=None)


@dataclass(slots=True)
class Kept:
    """How often answers came from the folder, and from the model; files there that could not be read."""

    found: int = 0
    asked: int = 0
    broken: list[str] = field(default_factory=list)


class CachedLLM:
    """A language model whose structured answers are kept in a folder, one file each.

    An answer is found again by the model's id, the prompt's version and its words, max_tokens, temperature
    and the shape asked for. run: set apart, so that several runs are several answers; 0 shares one among all.
    An answer that is found costs nothing, and is entered in the ledger with what it once cost: `kept` tells
    the two apart. Streams, and what is asked to encode, pass through. Failures are not kept.
    """

    def __init__(self, inner: LLM, folder: Path, *, ledger: Ledger, run: int = 0) -> None:
        self.inner = inner
        self.folder = folder
        self.ledger = ledger
        self.run = run
        self.kept = Kept()

    @property
    def id(self) -> str:
        """The id of the model that is asked."""
        return self.inner.id

    async def structured(self, prompt: Prompt, output: type[Output]) -> Output:
        """See ports.LLM. Raises InputError when the folder cannot be written."""
        if prompt.purpose == _NEVER_KEPT:
            return await self.inner.structured(prompt, output)
        file = self._file(prompt, output)
        entry = await asyncio.to_thread(self._read, file)
        found = self._value(entry, output, file)
        if entry is not None and found is not None:
            self.kept.found += 1
            noted = _FOUND.get()
            if noted is not None:
                noted.append(prompt.purpose)
            self.ledger.entry(self.id, prompt).record(Tokens(**entry["tokens"]))
            return found
        return await self._ask(prompt, output, file)

    def stream(self, prompt: Prompt) -> AsyncIterator[str]:
        """See ports.LLM; nothing of it is kept."""
        return self.inner.stream(prompt)

    async def aclose(self) -> None:
        """End the model's connections, if it has any."""
        if hasattr(self.inner, "aclose"):
            await self.inner.aclose()

    async def _ask(self, prompt: Prompt, output: type[Output], file: Path) -> Output:
        started = perf_counter()
        with self.ledger.recording() as recording:
            value = await self.inner.structured(prompt, output)
        self.kept.asked += 1
        made = {
            "form": _FORM,
            "model": self.id,
            "version": prompt.version,
            "purpose": prompt.purpose,
            "seconds": perf_counter() - started,
            "tokens": asdict(recording.usage.total),
            "answer": value.model_dump(mode="json"),
        }
        # Not in a thread: what was paid for is kept even when the run is broken off at this very moment.
        _write(file, json.dumps(made, ensure_ascii=True))
        return value

    def _file(self, prompt: Prompt, output: type[Output]) -> Path:
        told = (
            *(self.id, prompt.version, prompt.system, prompt.user, prompt.max_tokens, prompt.temperature),
            *(output.__name__, output.model_json_schema(), self.run),
        )
        name = hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()
        return self.folder / name[:2] / f"{name}.json"

    def _read(self, file: Path) -> dict[str, Any] | None:
        """The entry; None when there is none, or none that can be used."""
        try:
            entry = json.loads(file.read_text(encoding="utf-8"))
            Tokens(**entry["tokens"])
            if entry["form"] != _FORM or "answer" not in entry:
                raise ValueError("another form")
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError):
            self.kept.broken.append(file.name)
            return None
        return dict(entry)

    def _value(self, entry: dict[str, Any] | None, output: type[Output], file: Path) -> Output | None:
        if entry is None:
            return None
        try:
            return output.model_validate(entry["answer"])
        except ValidationError:
            self.kept.broken.append(file.name)
            return None


@contextmanager
def noting() -> Iterator[list[str]]:
    """The purposes of what is found in a folder inside, in tasks begun there too: its time is no model's."""
    noted: list[str] = []
    token = _FOUND.set(noted)
    try:
        yield noted
    finally:
        _FOUND.reset(token)


def _write(file: Path, text: str) -> None:
    """The whole file or none: a run may be broken off at any time."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", dir=file.parent, suffix=".part", delete=False
        ) as part:
            part.write(text)
        try:
            Path(part.name).replace(file)
        except OSError:
            with suppress(OSError):
                Path(part.name).unlink()
            raise
    except OSError as error:
        raise InputError(
            f"{file.parent} cannot be written: {error.strerror or error}. Answers are kept there; name "
            "another folder with --cache"
        ) from error
