"""Ask a language model what lasting traits of people a list of records tells."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel, Field

from graphmem.model.prompt import Prompt
from graphmem.prompts.fence import FENCE_RULE, fenced

PURPOSE, VERSION = "distil", "distil/1"
MAX_TOKENS = 900

_SYSTEM = f"""\
You keep the profile of a person whom an assistant serves. From numbered records of past conversations you
pick what lasts and will matter again: preferences, wishes how things be done, constraints, circumstances of
life and work, relations, skills, habits.

{FENCE_RULE}

Leave out events that are over, plans for one occasion, moods, and what the records only suggest. For each
trait give an attribute in one to three words ("diet", "home town", "answer style"), the value in one
sentence that names whom it is about and stands for itself, and the numbers of the records that tell it. When
records contradict each other, keep the later one. Without a lasting trait the list is empty.
Answer with `traits`."""


class DistilledTrait(BaseModel):
    """One lasting trait."""

    attribute: str = Field(description="one to three words")
    value: str = Field(description="one sentence that stands for itself")
    records: list[int] = Field(description="numbers of the records that tell it")


class Traits(BaseModel):
    """All traits that the records tell."""

    traits: list[DistilledTrait]


def distil_prompt(texts: Sequence[str], *, scope: str = "") -> Prompt:
    """texts: of records, in the order of time; they are numbered from 1."""
    records = "\n".join(f"{number}. {' '.join(text.split())}" for number, text in enumerate(texts, 1))
    return Prompt(PURPOSE, VERSION, _SYSTEM, fenced("records", records), max_tokens=MAX_TOKENS, scope=scope)
