"""Ask a language model to sum up what lies under a node of the summary tree."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel, Field

from graphmem.model.prompt import Prompt
from graphmem.prompts.fence import FENCE_RULE, fenced

PURPOSE, VERSION = "summarise", "aggregate/1"
MAX_TOKENS = 300

_SYSTEM = f"""\
You sum up notes about past conversations for a table of contents, so that a reader can tell what lies below.

{FENCE_RULE}

Write one paragraph of at most 90 words in the language of the notes. Say who and what the notes are about,
what happened, was decided or is wanted, and when: keep names as they are spelt, and keep dates of what
matters. The more notes there are, the more general the summary: name the common subjects first, then what
stands out. State only what the notes state, in full sentences without "the notes say".
Answer with `summary`."""


class Aggregate(BaseModel):
    """What lies under a node."""

    summary: str = Field(description="one paragraph of at most 90 words", min_length=1)


def aggregate_prompt(texts: Sequence[str], *, scope: str = "") -> Prompt:
    """texts: what the children say, in the order of time (MemTree's Aggregate, of all children at once)."""
    notes = "\n\n".join(texts)
    return Prompt(PURPOSE, VERSION, _SYSTEM, fenced("notes", notes), max_tokens=MAX_TOKENS, scope=scope)
