"""A model's answer while it arrives: the claims that are complete."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError
from pydantic_core import from_json

from graphmem.prompts.answer import AnswerOutput, StatedClaim

_THOUGHT = re.compile(r"<think>.*?(?:</think>|\Z)", re.DOTALL)
_OPEN_CLAIMS = "]}"


@dataclass(slots=True)
class Incoming:
    """Collects the pieces of one JSON object. Thoughts, prose and code fences before it do not count."""

    text: str = ""
    claims: int = 0

    def feed(self, piece: str) -> Iterator[tuple[Mapping[str, Any], StatedClaim]]:
        """Claims that this piece completes, each with the fields that stand before the claims.

        A claim is complete where its brace closes: there, and nowhere else, the text so far becomes JSON once
        the list of claims and the object are closed.
        """
        known = len(self.text)
        self.text += piece
        for end in (known + at + 1 for at, char in enumerate(piece) if char == "}"):
            head = _parsed(_object(self.text[:end]) + _OPEN_CLAIMS)
            found = head.get("claims") if head else None
            if head and isinstance(found, Sequence) and not isinstance(found, str):
                for each in found[self.claims :]:
                    self.claims += 1
                    claim = _claim(each)
                    if claim:
                        yield head, claim

    def whole(self) -> AnswerOutput | None:
        """The answer when everything has arrived; None when it does not fit the shape."""
        text = _object(self.text)
        try:
            return AnswerOutput.model_validate_json(text[: text.rfind("}") + 1])
        except ValidationError:
            return None


def _object(text: str) -> str:
    plain = _THOUGHT.sub("", text)
    return plain[plain.find("{") :] if "{" in plain else ""


def _parsed(text: str) -> Mapping[str, Any] | None:
    try:
        value = from_json(text)
    except (ValueError, TypeError):  # the latter for half of a surrogate pair
        return None
    return value if isinstance(value, dict) else None


def _claim(value: object) -> StatedClaim | None:
    try:
        return StatedClaim.model_validate(value)
    except ValidationError:
        return None
