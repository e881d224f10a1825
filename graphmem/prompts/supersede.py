"""Asking a language model which statements take others' places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pydantic import BaseModel, Field

from graphmem.model.prompt import Prompt
from graphmem.prompts.fence import FENCE_RULE, fenced

PURPOSE = "supersede"
VERSION = "supersede/1"

_SYSTEM = f"""\
You keep the memory of a person up to date. You are shown statements about people, each with a number and
the day on which it was said, in the order in which they were said. Find the pairs in which a later statement
makes an earlier one obsolete.

{FENCE_RULE}

A later statement makes an earlier one obsolete only when both are about the same person or thing and the same
attribute of it, and both cannot hold at once. Say which of the two it is:
- "ended": what the earlier statement says was true, and is no longer: somebody moved, changed jobs, stopped,
  now likes something else best.
- "corrected": it never was true, or a plan that was changed before it took place: "at 9, not 8".

These are no such pairs:
- things that can hold at once: two hobbies, two tools, two friends, a country and a city in it;
- events of one kind on different occasions: two trips, two meetings, two races;
- statements about two people, or about things that only share a name;
- plans, wishes, doubts and hearsay against facts; what an assistant says;
- an earlier statement that says more than the one thing that changed.
When in doubt, leave both. Most lists have no such pair: then answer with an empty list.
Answer with `pairs`: for each the number of the later statement, that of the earlier one, and the reason."""


class Pair(BaseModel):
    """One statement makes another obsolete."""

    later: int = Field(description="the number of the statement that was said later")
    earlier: int = Field(description="the number of the statement that it makes obsolete")
    reason: Literal["ended", "corrected"]


class Pairs(BaseModel):
    """The answer."""

    pairs: list[Pair]


def supersede_prompt(statements: Sequence[tuple[str, str]], *, scope: str = "") -> Prompt:
    """statements: (day, text), in the order of their saying; they are shown with the numbers 1, 2, 3 …"""
    lines = [f"{n}. [{day}] {' '.join(text.split())}" for n, (day, text) in enumerate(statements, start=1)]
    return Prompt(
        PURPOSE,
        VERSION,
        _SYSTEM,
        fenced("statements", "\n".join(lines)),
        max_tokens=512 + 24 * len(statements),
        scope=scope,
    )
