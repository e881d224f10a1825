"""Any language model behind an endpoint that speaks OpenAI's chat completions API."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Any, TypeVar

import openai
from pydantic import BaseModel

from graphmem.adapters.endpoint_client import OPENAI_URL, opened
from graphmem.adapters.endpoint_errors import Endpoint, brief
from graphmem.adapters.endpoint_refusals import is_filtered, is_too_long
from graphmem.adapters.ledger import Entry, Ledger
from graphmem.adapters.llm_output import Unreadable, read
from graphmem.adapters.llm_reply import Reply, estimate, estimated, reply
from graphmem.adapters.llm_request import Manner, Messages, corrected, sent_text
from graphmem.adapters.llm_stream import Arriving, Begun, begin
from graphmem.adapters.llm_values import plain
from graphmem.errors import LLMError, OutputInvalid, OutputTruncated
from graphmem.model.prompt import Prompt
from graphmem.model.usage import Tokens
from graphmem.settings import LLMSettings

_logger = logging.getLogger(__name__)
Output = TypeVar("Output", bound=BaseModel)
T = TypeVar("T")

# What each model at each address takes, found out with its first answers and kept while the process lives.
_MANNERS: dict[tuple[str, str], Manner] = {}


class OpenAILLM:
    """Implements ports.LLM over HTTP: OpenAI, Azure, Ollama, vLLM, llama.cpp and what else speaks as they do.

    model: its name, or the deployment on Azure. api_version: of Azure, where base_url is the resource's
    address; without one base_url ends in /v1. timeout: seconds for one try. retries: of a request that
    failed by a rate limit (as Retry-After asks), a server error or the network. concurrency: requests at
    once, the others wait. max_tokens: the most that an answer is allowed, whatever its prompt allows; it is
    lowered where the server refuses so many. thinking: tokens allowed on top of that. ledger: counts the
    tokens, and holds the budget that is checked before each request. Raises ConfigError without a key and
    an address.
    """

    def __init__(
        self,
        model: str,
        *,
        api_key: str | None = None,
        base_url: str | None = None,
        api_version: str | None = None,
        timeout: float = 120.0,
        retries: int = 4,
        concurrency: int = 8,
        max_tokens: int | None = None,
        thinking: int = 0,
        ledger: Ledger | None = None,
    ) -> None:
        self._model = model
        self._url = base_url or OPENAI_URL
        self.ledger = ledger or Ledger()
        self._max_tokens = max_tokens
        self._thinking = thinking
        self._retries = retries
        self._slots = asyncio.Semaphore(concurrency)
        self._endpoint = Endpoint(
            f"Language model {self.id}",
            self._url,
            LLMError,
            key="OPENAI_API_KEY",
            model="GRAPHMEM_LLM_MODEL",
            address="OPENAI_BASE_URL",
        )
        self._client = opened(
            self._endpoint, api_key, base_url, api_version, max_retries=retries, timeout=timeout
        )

    @classmethod
    def of(cls, settings: LLMSettings, ledger: Ledger) -> OpenAILLM:
        """The model that the settings name."""
        return cls(
            (settings.model or "").removeprefix("openai:"),
            api_key=settings.api_key.get_secret_value() if settings.api_key else None,
            base_url=settings.base_url,
            api_version=settings.api_version,
            timeout=settings.timeout,
            retries=settings.retries,
            concurrency=settings.concurrency,
            max_tokens=settings.max_tokens,
            thinking=settings.thinking,
            ledger=ledger,
        )

    @property
    def id(self) -> str:
        """The model's name; where it is served from is no part of it."""
        return f"openai:{self._model}"

    async def structured(self, prompt: Prompt, output: type[Output]) -> Output:
        """See ports.LLM. Raises ConfigError when the endpoint refuses the key or knows no such model."""
        entry = self.ledger.entry(self.id, prompt)
        told, manner = await self._asked(entry, output, None)
        try:
            return self._read(told, output, prompt, manner)
        except Unreadable as wrong:
            again = corrected(_messages(manner.told(prompt, output), prompt), told.text, str(wrong), output)
        second, manner = await self._asked(entry, output, again)
        try:
            return self._read(second, output, prompt, manner)
        except Unreadable as error:
            raise self._useless(error, output, prompt) from error

    def stream(self, prompt: Prompt) -> AsyncIterator[str]:
        """See ports.LLM. It counts in the recordings that are open when it is called."""
        return self._streamed(self.ledger.entry(self.id, prompt))

    async def aclose(self) -> None:
        """Close the connections; no call may follow."""
        await self._client.close()

    async def _asked(
        self, entry: Entry, output: type[BaseModel], messages: Messages | None
    ) -> tuple[Reply, Manner]:
        """The model's answer, asked in the best manner that its server takes."""
        prompt = entry.prompt

        async def ask(manner: Manner) -> Reply:
            sent = messages or _messages(manner.told(prompt, output), prompt)
            limit = manner.allowed(self._limit(prompt))
            request = manner.request(self._model, prompt, sent, limit=limit, **manner.shape(output))
            text = sent_text(request)
            async with self._slots:
                with entry.reserved(estimate(text) + limit):
                    answer = await self._sent(request)
                    entry.record(answer.tokens or estimated(text, answer.text))
            return answer

        return await self._negotiated(ask, self._limit(prompt), shaped=True)

    async def _negotiated(
        self, ask: Callable[[Manner], Awaitable[T]], limit: int, *, shaped: bool
    ) -> tuple[T, Manner]:
        """Ask in the manner known for this model, in simpler ones where that is refused; keep what works."""
        key = (self._url, self._model)
        manner = _MANNERS.get(key, Manner())
        while True:
            try:
                answer = await ask(manner)
            except openai.APIStatusError as error:
                simpler = manner.simpler(error, limit, shaped=shaped)
                if simpler is None:
                    raise self._refused(error) from error
                _logger.info("%s refused %s: %s", self._endpoint.where, manner, brief(error))
                manner = simpler
            else:
                _MANNERS[key] = manner.plainer(_MANNERS.get(key, manner))  # another call may know more
                return answer, manner

    async def _sent(self, request: dict[str, Any]) -> Reply:
        try:
            raw = await self._client.chat.completions.with_raw_response.create(**request)
        except openai.APIStatusError:
            raise
        except Exception as error:  # the client lets errors of its HTTP library through
            raise self._endpoint.translated(error) from error
        try:
            return reply(raw.http_response.content)
        except ValueError as error:
            raise LLMError(
                f"{self._endpoint.where} answered {error}. Check that the base URL is that of an "
                "OpenAI-compatible API; it usually ends in /v1."
            ) from error

    def _read(self, answer: Reply, output: type[Output], prompt: Prompt, manner: Manner) -> Output:
        self._check(answer.finish, answer.refusal)
        try:
            return read(answer.text, output, ended=answer.ended)
        except Unreadable as error:
            if answer.cut:
                raise self._truncated(prompt, answer.tokens, manner) from error
            raise

    def _check(self, finish: str, refusal: str) -> None:
        if refusal or finish == "content_filter":
            why = f"the model refused: {refusal}" if refusal else "a content filter stopped the answer"
            raise LLMError(
                f"{self._endpoint.where} gave no answer: {why}. Ask otherwise, or leave the text out."
            )

    def _limit(self, prompt: Prompt) -> int:
        most = prompt.max_tokens if self._max_tokens is None else min(prompt.max_tokens, self._max_tokens)
        return most + self._thinking

    def _truncated(self, prompt: Prompt, spent: Tokens | None, manner: Manner) -> OutputTruncated:
        allowed = manner.allowed(self._limit(prompt))
        reached = spent.output if spent else allowed
        full = f"; {allowed} were allowed, so the model's context was full" if reached < allowed // 2 else ""
        return OutputTruncated(
            f"{self._endpoint.where} was cut off after {reached} tokens while it answered for "
            f"{prompt.purpose!r}{full}. Ask for less at once, or allow more tokens."
        )

    def _useless(self, error: Unreadable, output: type[BaseModel], prompt: Prompt) -> LLMError:
        kind = OutputTruncated if error.cut else OutputInvalid
        return kind(
            f"{self._endpoint.where} gave no usable {output.__name__} for {prompt.purpose!r} in two "
            f"tries; of the last answer: {error}. Try again, or use a model that follows JSON schemas."
        )

    def _refused(self, error: openai.APIStatusError) -> Exception:
        if is_too_long(error):
            return OutputTruncated(
                f"{self._endpoint.where} cannot hold the prompt and an answer: {error.message}. "
                "Ask for less at once, or use a model with a longer context."
            )
        if is_filtered(error):
            return LLMError(f"{self._endpoint.where} gave no answer: a content filter stopped the prompt.")
        return self._endpoint.translated(error)

    async def _streamed(self, entry: Entry) -> AsyncIterator[str]:
        """The answer without thoughts, piece by piece."""
        prompt, arriving = entry.prompt, Arriving()
        text = f"{prompt.system}\n{prompt.user}"
        async with self._slots:
            with entry.reserved(estimate(text) + self._limit(prompt)):
                limit = self._limit(prompt)
                chunks, manner = await self._negotiated(partial(self._begun, prompt), limit, shaped=False)
                try:
                    async for chunk in chunks:
                        if piece := arriving.take(chunk.model_dump(warnings=False)):
                            yield piece
                except Exception as error:  # the client lets errors of its HTTP library through
                    raise self._broken(error) from error
                finally:
                    await chunks.close()
                    entry.record(arriving.tokens or estimated(text, "".join(arriving.received)))
        if rest := arriving.rest():
            yield rest
        self._check(arriving.finish, arriving.refusal)
        if arriving.cut:
            raise self._truncated(prompt, arriving.tokens, manner)
        if not arriving.shown:
            raise OutputInvalid(
                f"{self._endpoint.where} answered {prompt.purpose!r} with no text. Try again."
            )

    async def _begun(self, prompt: Prompt, manner: Manner) -> Begun:
        options = {"stream": True, "stream_options": {"include_usage": True}}
        told, limit = _messages(prompt.system, prompt), manner.allowed(self._limit(prompt))
        request = manner.request(self._model, prompt, told, limit=limit, **options)
        try:
            return await begin(lambda: self._client.chat.completions.create(**request), retries=self._retries)
        except openai.APIStatusError:
            raise
        except Exception as error:
            raise self._endpoint.translated(error) from error

    def _broken(self, error: Exception) -> Exception:
        told = self._endpoint.translated(error)
        return type(told)(f"{told} The answer broke off while it was streamed.")


def _messages(system: str, prompt: Prompt) -> Messages:
    """plain: servers refuse halves of surrogate pairs, and stored turns may hold some."""
    return [{"role": "system", "content": plain(system)}, {"role": "user", "content": plain(prompt.user)}]
