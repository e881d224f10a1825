"""A model that answers what a test tells it to."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

from pydantic import ValidationError

from graphmem.errors import OutputInvalid
from graphmem.model.prompt import Prompt
from graphmem.ports.llm import Output

Script = Callable[[Prompt], Any]


class ScriptedLLM:
    """Answers in order, or as a function of the prompt; an exception is raised. Keeps every prompt."""

    id = "scripted"

    def __init__(self, script: Script | Sequence[Any]) -> None:
        self.script = script
        self.prompts: list[Prompt] = []

    async def structured(self, prompt: Prompt, output: type[Output]) -> Output:
        """See ports.LLM."""
        self.prompts.append(prompt)
        answer = self.script(prompt) if callable(self.script) else self.script[len(self.prompts) - 1]
        if isinstance(answer, Exception):
            raise answer
        try:
            return output.model_validate(answer)
        except ValidationError as error:
            raise OutputInvalid(str(error)) from error

    async def stream(self, prompt: Prompt) -> AsyncIterator[str]:
        """See ports.LLM."""
        self.prompts.append(prompt)
        yield str(self.script(prompt) if callable(self.script) else self.script[len(self.prompts) - 1])
