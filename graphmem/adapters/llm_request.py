"""How a model is asked for a shape, and what to try when its server refuses that."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Any

import openai
from pydantic import BaseModel

from graphmem.adapters.endpoint_refusals import is_filtered, is_too_long, lowered, unknown_model
from graphmem.adapters.endpoint_refusals import told as words
from graphmem.adapters.llm_schema import strict_schema
from graphmem.model.prompt import Prompt

Messages = Sequence[dict[str, str]]
_ABOUT_SHAPE = re.compile(r"response_?format|json|schema|grammar|guided|structured", re.IGNORECASE)
_PARAMETERS = re.compile(r"response_?format|parameters", re.IGNORECASE)
# What a refusal names → what is done without from then on.
_REFUSABLE = {
    "max_completion_tokens": re.compile(r"max_completion_tokens", re.IGNORECASE),
    "temperature": re.compile(r"temperature", re.IGNORECASE),
    "stream_options": re.compile(r"stream_options|include_usage", re.IGNORECASE),
    "system": re.compile(r"system.{0,20}(role|message|prompt)|role.{0,20}system", re.IGNORECASE),
}


class Mode(IntEnum):
    """How the shape of an answer is asked for; each is understood by more servers than the one before."""

    SCHEMA = 0
    JSON = 1
    PROMPT = 2


@dataclass(frozen=True, slots=True)
class Manner:
    """What one model at one endpoint takes.

    without: names of `_REFUSABLE` that it refuses. most: tokens that it allows an answer, None where it has
    refused no number yet. room: the same for the present request alone, whose prompt fills the context.
    """

    mode: Mode = Mode.SCHEMA
    without: frozenset[str] = field(default_factory=frozenset)
    most: int | None = None
    room: int | None = None

    def request(
        self, model: str, prompt: Prompt, messages: Messages, *, limit: int, **options: Any
    ) -> dict[str, Any]:
        """A chat completion request. limit: of tokens in the answer, as `allowed` gave it; options: further
        fields.
        """
        named = "max_completion_tokens" if "max_completion_tokens" in self.without else "max_tokens"
        made = {"model": model, "messages": self._messages(messages), named: limit, **options}
        if "temperature" not in self.without:
            made["temperature"] = prompt.temperature
        if "stream_options" in self.without:
            made.pop("stream_options", None)
        return made

    def allowed(self, limit: int) -> int:
        """The tokens that an answer may have, of those that are wanted for it."""
        return min(each for each in (limit, self.most, self.room) if each is not None)

    def shape(self, output: type[BaseModel]) -> dict[str, Any]:
        """The fields of a request that ask for the shape of `output`."""
        if self.mode is Mode.SCHEMA:
            wanted = {"name": output.__name__, "schema": strict_schema(output), "strict": True}
            return {"response_format": {"type": "json_schema", "json_schema": wanted}}
        return {"response_format": {"type": "json_object"}} if self.mode is Mode.JSON else {}

    def told(self, prompt: Prompt, output: type[BaseModel]) -> str:
        """The system text; it describes the shape where the request cannot."""
        return prompt.system if self.mode is Mode.SCHEMA else f"{prompt.system}\n\n{described(output)}"

    def simpler(self, error: openai.APIStatusError, limit: int, *, shaped: bool) -> Manner | None:
        """What to try after this refusal; None when asking otherwise would not help.

        limit: of tokens in the answer, as it was asked for. shaped: the request asked for a shape.
        """
        told = words(error)
        named = error.status_code == 404 and _PARAMETERS.search(told)  # routers find no server that takes it
        refused = error.status_code in (400, 422, 501) or bool(named)
        if less := lowered(error, self.allowed(limit)):
            return replace(self, most=less.limit) if less.lasting else replace(self, room=less.limit)
        if is_too_long(error) or is_filtered(error) or unknown_model(error):
            return None
        for name, pattern in _REFUSABLE.items():
            if refused and name not in self.without and pattern.search(told):
                return replace(self, without=self.without | {name})
        if refused and not shaped and "stream_options" not in self.without:
            return replace(self, without=self.without | {"stream_options"})
        about_shape = refused or (error.status_code >= 500 and _ABOUT_SHAPE.search(told))
        if shaped and about_shape and self.mode is not Mode.PROMPT:
            return replace(self, mode=Mode(self.mode + 1))
        return None

    def plainer(self, other: Manner) -> Manner:
        """What both of them know that the model refuses, whatever it is asked."""
        most = min((each.most for each in (self, other) if each.most is not None), default=None)
        return Manner(max(self.mode, other.mode), self.without | other.without, most)

    def _messages(self, messages: Messages) -> Messages:
        if "system" not in self.without or messages[0]["role"] != "system":
            return messages
        system, first, *rest = messages
        return [{**first, "content": f"{system['content']}\n\n{first['content']}"}, *rest]


def described(output: type[BaseModel]) -> str:
    """The shape of an answer, in words."""
    return (
        "Answer with one JSON object and nothing else: no prose, no code fence. It is an instance of this "
        f"JSON schema, not the schema itself:\n{json.dumps(strict_schema(output), ensure_ascii=False)}"
    )


def corrected(messages: Messages, answer: str, reason: str, output: type[BaseModel]) -> Messages:
    """The conversation so far, with the answer that was no use and what is wrong with it."""
    shown = answer if len(answer) <= 4000 else answer[:4000] + " …"
    plea = f"That answer cannot be used: {reason}. Answer again, correctly.\n{described(output)}"
    return [*messages, {"role": "assistant", "content": shown or "…"}, {"role": "user", "content": plea}]


def sent_text(request: dict[str, Any]) -> str:
    """Everything in a request that a model reads, for an estimate of its tokens."""
    told = "\n".join(message["content"] for message in request["messages"])
    return f"{told}{request.get('response_format', '')}"
