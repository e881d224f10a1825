"""What a chat completion says, whichever of the forms in use its server sends."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from graphmem.adapters.llm_values import plain
from graphmem.model.usage import Tokens

CUT = ("length", "max_tokens", "MAX_TOKENS")


@dataclass(frozen=True, slots=True)
class Reply:
    """text: "" when there is none. finish: the server's reason for the end. refusal: why the model declines.

    tokens: None where the server told none.
    """

    text: str
    finish: str = ""
    refusal: str = ""
    tokens: Tokens | None = None

    @property
    def ended(self) -> bool:
        """Whether the model stopped by itself."""
        return self.finish in ("stop", "tool_calls", "function_call")

    @property
    def cut(self) -> bool:
        """Whether the limit of tokens stopped it."""
        return self.finish in CUT


def reply(content: bytes) -> Reply:
    """Raises ValueError, with the reason, for anything but a chat completion."""
    try:
        body = json.loads(content.decode("utf-8", "replace"))
    except ValueError:
        raise ValueError(f"something else than JSON: {_start(content)}") from None
    if not isinstance(body, Mapping):
        raise ValueError(f"something else than a chat completion: {_start(content)}")
    choices = body.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else None
    if not isinstance(choice, Mapping):
        problem = body.get("error")
        told = problem.get("message") if isinstance(problem, Mapping) else problem
        raise ValueError(f"an error: {told}" if told else f"no choices: {_start(content)}")
    message = choice.get("message")
    message = message if isinstance(message, Mapping) else {}
    return Reply(
        text=_text(message) or _string(choice.get("text")),
        finish=_string(choice.get("finish_reason")),
        refusal=_string(message.get("refusal")),
        tokens=counted(body.get("usage")),
    )


def counted(usage: object) -> Tokens | None:
    """The tokens of a `usage`; None when it does not tell both."""
    if not isinstance(usage, Mapping):
        return None
    sums = usage.get("prompt_tokens"), usage.get("completion_tokens")
    if not all(isinstance(each, int) and each >= 0 for each in sums) or not any(sums):
        return None
    return Tokens(1, int(sums[0] or 0), int(sums[1] or 0))


def estimated(sent: str, received: str) -> Tokens:
    """A guess for servers that tell no usage: four bytes are a token."""
    return Tokens(1, estimate(sent), estimate(received), estimated=1)


def estimate(text: str) -> int:
    """Tokens of a text, about: four bytes are one."""
    return (len(text.encode("utf-8", "replace")) + 3) // 4


def _text(message: Mapping[str, Any]) -> str:
    """Of the content, else of a call to a tool, else of what the server took for reasoning."""
    calls = message.get("tool_calls")
    first = calls[0] if isinstance(calls, list) and calls else {"function": message.get("function_call")}
    function = first.get("function") if isinstance(first, Mapping) else None
    arguments = function.get("arguments") if isinstance(function, Mapping) else None
    places = (message.get("content"), arguments, message.get("reasoning_content"), message.get("reasoning"))
    return next((text for each in places if (text := _content(each)).strip()), "")


def _content(value: object) -> str:
    """A text, a list of parts, or a value that some servers have read as JSON already."""
    if isinstance(value, list) and all(isinstance(part, Mapping) and "text" in part for part in value):
        return "".join(_string(part["text"]) for part in value if part.get("type") != "thinking")
    return value if isinstance(value, str) else json.dumps(value) if value else ""


def _string(value: object) -> str:
    return value if isinstance(value, str) else ""


def _start(content: bytes) -> str:
    text = " ".join(plain(content[:400].decode("utf-8", "replace")).split())
    return repr(text[:120]) if text else "an empty body"
