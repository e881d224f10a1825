"""Texts in requests of a size that an endpoint takes, found out by halving what it refuses."""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import openai

from graphmem.adapters.endpoint_errors import brief
from graphmem.adapters.endpoint_refusals import is_too_long, told, unknown_model

_logger = logging.getLogger(__name__)

SHORTEST: Final = 32
"""Characters below which a text is cut no more: an endpoint that refuses so few does not mind the length."""

_NO_MATTER_OF_SIZE = re.compile(r"dimension|encoding_format|api.?key|unsupported model", re.IGNORECASE)

Asking = Callable[[Sequence[str]], Awaitable[list[Any]]]


@dataclass(slots=True)
class Batches:
    """Asks for one result a text. most: texts in one request; lowered for good where so many are refused.

    A request that is refused is asked for in two halves, down to one text, and that is cut to half its length
    until it is taken. Raises openai.APIStatusError for what is refused in any size.
    """

    most: int

    async def __call__(self, texts: Sequence[str], ask: Asking) -> list[Any]:
        """The results, in the order of the texts."""
        found, _ = await self._results(texts, ask)
        return found

    async def _results(self, texts: Sequence[str], ask: Asking) -> tuple[list[Any], bool]:
        """Also whether they came as they were asked for, in one request."""
        if len(texts) > self.most:  # another request has found out meanwhile
            return await self._several(texts, ask), False
        try:
            return await ask(texts), True
        except openai.APIStatusError as error:
            if not _may_be_too_much(error):
                raise
            if len(texts) == 1:
                return await self._cut(texts[0], ask, error), False
            _logger.info("%d texts at once were refused: %s", len(texts), brief(error))
        return await self._halves(texts, ask), False

    async def _several(self, texts: Sequence[str], ask: Asking) -> list[Any]:
        found: list[Any] = []
        while len(found) < len(texts):
            found += (await self._results(texts[len(found) : len(found) + self.most], ask))[0]
        return found

    async def _halves(self, texts: Sequence[str], ask: Asking) -> list[Any]:
        middle = (len(texts) + 1) // 2
        first, whole = await self._results(texts[:middle], ask)
        second, too = await self._results(texts[middle:], ask)
        if whole and too:  # it was their number, and no text among them that is refused by itself
            self.most = min(self.most, middle)
        return first + second

    async def _cut(self, text: str, ask: Asking, error: openai.APIStatusError) -> list[Any]:
        whole = len(text)
        while len(text) > SHORTEST:
            text = text[: len(text) // 2]
            try:
                found = await ask([text])
            except openai.APIStatusError as again:
                if not _may_be_too_much(again):
                    raise
                error = again
            else:
                _logger.info("a text of %d characters was read up to %d: %s", whole, len(text), brief(error))
                return found
        raise error


def _may_be_too_much(error: openai.APIStatusError) -> bool:
    """Whether less of it may be taken."""
    if is_too_long(error):
        return True
    refused = error.status_code in (400, 413, 422)
    return refused and not unknown_model(error) and not _NO_MATTER_OF_SIZE.search(told(error))
