"""An answer while it arrives: what a reader may see of it, and what it cost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import openai
from openai.types.chat import ChatCompletionChunk

from graphmem.adapters.endpoint_disguise import BAD_GATEWAY, DISGUISED, standing_for
from graphmem.adapters.llm_reply import CUT, counted
from graphmem.adapters.llm_values import plain
from graphmem.model.usage import Tokens

_OPEN, _CLOSE = "<think>", "</think>"
_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 8.0  # seconds before a stream is begun again, as OpenAI's client waits

Stream = openai.AsyncStream[ChatCompletionChunk]


@dataclass(frozen=True, slots=True)
class Begun:
    """A stream of which the first chunk has arrived."""

    first: ChatCompletionChunk
    rest: Stream

    async def __aiter__(self) -> AsyncIterator[ChatCompletionChunk]:
        yield self.first
        async for chunk in self.rest:
            yield chunk

    async def close(self) -> None:
        """Give the connection back."""
        await self.rest.close()


async def begin(start: Callable[[], Awaitable[Stream]], *, retries: int) -> Begun:
    """Start a stream, again where an error comes in place of its first chunk and may pass.

    Raises openai.APIStatusError with the status that such an error stands for.
    """
    for tried in range(retries + 1):
        stream = await start()
        try:
            return Begun(await anext(stream), stream)
        except StopAsyncIteration:
            failure = _failure(stream, "the stream ended before it began", None)
        except openai.APIStatusError:
            raise
        except openai.APIError as error:
            if error.body is None:
                raise
            failure = _failure(stream, error.message, error.body)
        await stream.close()
        if tried == retries or not (failure.status_code == 429 or failure.status_code >= 500):
            break
        await asyncio.sleep(min(_FIRST_PAUSE * 2.0**tried, _LONGEST_PAUSE))
    raise failure


def _failure(stream: Stream, told: str, body: object) -> openai.APIStatusError:
    response = stream.response
    response.extensions[DISGUISED] = response.status_code
    response.status_code = standing_for(body) if body else BAD_GATEWAY
    # the classes are made by the client, which has no public way to ask for them
    kinds = {429: openai.RateLimitError, 400: openai.BadRequestError, 401: openai.AuthenticationError}
    kind = kinds.get(response.status_code, openai.APIStatusError)
    return kind(told, response=response, body=body)


@dataclass(slots=True)
class Arriving:
    """Collects the chunks of one streamed chat completion."""

    finish: str = ""
    refusal: str = ""
    tokens: Tokens | None = None
    received: list[str] = field(default_factory=list)
    _held: str = ""
    _begun: bool = False

    @property
    def cut(self) -> bool:
        """Whether the limit of tokens stopped it."""
        return self.finish in CUT

    @property
    def shown(self) -> bool:
        """Whether there was any text to show."""
        return self._begun

    def take(self, chunk: Mapping[str, Any]) -> str:
        """The text that may be shown now, "" for none. Raises ValueError for an error in its place."""
        if chunk.get("error"):
            raise ValueError(str(chunk["error"]))
        self.tokens = counted(chunk.get("usage")) or self.tokens
        choices = chunk.get("choices") or [{}]
        choice = choices[0] if isinstance(choices[0], Mapping) else {}
        delta = choice.get("delta") or {}
        self.finish = choice.get("finish_reason") or self.finish
        self.refusal += delta.get("refusal") or ""
        text = delta.get("content") or ""
        self.received += [text, delta.get("reasoning_content") or ""]
        return self._visible(text)

    def rest(self) -> str:
        """What was held back at the end: the start of a thought that never became one."""
        held, self._held = self._held, ""
        if not self._begun and held.startswith(_OPEN):
            return ""
        self._begun = self._begun or bool(held)
        return plain(held)

    def _visible(self, text: str) -> str:
        """Without the thought at the beginning; half of a surrogate pair waits for the other one."""
        self._held += text
        if not self._begun:
            self._held = self._held.lstrip()
            if self._held.startswith(_OPEN):
                _, ended, after = self._held.partition(_CLOSE)
                self._held = after.lstrip() if ended else self._held
                if not ended:
                    return ""
            if _OPEN.startswith(self._held):  # an empty text too
                return ""
            self._begun = True
        half = "\ud800" <= self._held[-1:] <= "\udbff"
        shown, self._held = (self._held[:-1], self._held[-1]) if half else (self._held, "")
        return plain(shown)
