"""Cutting an answer down to its core phrase, before words are compared. Only benchmarks ask this."""

from __future__ import annotations

from pydantic import BaseModel, Field

from graphmem.model.prompt import Prompt
from graphmem.prompts.fence import FENCE_RULE, fenced

PURPOSE, VERSION = "simplify", "simplify/1"
MAX_TOKENS = 150

_SYSTEM = f"""\
You shorten an answer to the words that answer the question, and nothing else.

{FENCE_RULE}

Keep the name, date, number, place, list or yes or no that is asked for, in the words of the answer. Leave out
the sentence around it, who said it, quotations, reasons and repetitions. Items of a list stand with commas
between them. Add nothing, correct nothing, and do not answer the question yourself; an answer that is as
short as can be stays as it is.
Answer with `core`."""


class Core(BaseModel):
    """The core phrase of an answer."""

    core: str = Field(description="the words that answer the question")


def simplify_prompt(question: str, answer: str) -> Prompt:
    """The gold answer has no part in this (LLE, appendix A and E.2)."""
    shown = f"{fenced('question', question)}\n\n{fenced('answer', answer)}"
    return Prompt(PURPOSE, VERSION, _SYSTEM, shown, max_tokens=MAX_TOKENS)
