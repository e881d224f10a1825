"""Questions to a language model."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Protocol, TypeVar

from pydantic import BaseModel

from graphmem.model.prompt import Prompt

Output = TypeVar("Output", bound=BaseModel)


class LLM(Protocol):
    """A chat model. Implementations retry what is worth it, count every call, never block the loop.

    id: names the model ("openai:gpt-4.1-mini").
    """

    @property
    def id(self) -> str: ...

    async def structured(self, prompt: Prompt, output: type[Output]) -> Output:
        """An answer in the shape of `output`, repaired and validated, after at most one corrective retry.

        Raises OutputTruncated when the answer was cut off at max_tokens or the prompt leaves no room for one
        (ask for less, or split the work), OutputInvalid when it does not fit the shape, else LLMError;
        ConfigError for a wrong key or model.
        """
        ...

    def stream(self, prompt: Prompt) -> AsyncIterator[str]:
        """The answer as pieces of text while they arrive. Raises as `structured`."""
        ...
