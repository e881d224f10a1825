"""Judging an answer against what is known to be right. Only benchmarks ask this."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from hashlib import sha256
from typing import Literal

from pydantic import BaseModel, Field

from graphmem.model.prompt import Prompt
from graphmem.prompts.fence import FENCE_RULE, fenced

PURPOSE = "judge"
STRICT, LENIENT, TASK, RUBRIC = "judge-strict/1", "judge-lenient/1", "judge-task/1", "judge-rubric/1"
MAX_TOKENS = 300


class Verdict(BaseModel):
    """Whether an answer is right."""

    reason: str = Field(description="in one short sentence, what decides it")
    correct: bool


class PointVerdict(BaseModel):
    """How far an answer does what one point of a rubric asks."""

    number: int = Field(description="the number of the point")
    verdict: Literal["fulfilled", "partly", "not"]


class RubricVerdict(BaseModel):
    """A verdict on each point."""

    points: list[PointVerdict]


class Task(StrEnum):
    """What a question tests, where that changes what counts as right (LongMemEval)."""

    STANDARD = "standard"
    TEMPORAL = "temporal"
    UPDATE = "update"
    PREFERENCE = "preference"
    ABSTENTION = "abstention"


_HEAD = f"""\
You mark answers to questions about past conversations. You are shown a question, what is known to be right,
and an answer that somebody gave. Mark only that answer; do not answer the question yourself.

{FENCE_RULE}

"""
_TAIL = "\nAnswer with `reason`, one short sentence, and `correct`, true or false."
_STRICT = """\
Be strict. The answer is correct only when it states everything that the right answer states, and nothing that
contradicts it.
- Names, places, numbers and items must all be there; another word for the same thing is fine.
- A date or length of time must be the same one, as exact as in the right answer, in whatever format.
- An answer that tells several possibilities, that states the right thing beside a wrong one, that only comes
  near, or that says it does not know, is not correct."""
_LENIENT = """\
Be generous about form. The answer is correct when a reader of it would know what the right answer says.
- It may be longer, worded differently, or hold further details, as long as the point is made.
- The same moment or period counts in any format; so does an expression such as "last Tuesday" that means it.
- An answer about something else, that contradicts the right one, or that says it does not know, is not
  correct."""
_TASKS: Mapping[Task, str] = {
    Task.STANDARD: """\
The answer is correct when it holds the right answer, says the same in other words, or holds every step that
leads to it. An answer with only a part of what is asked is not correct.""",
    Task.TEMPORAL: """\
The answer is correct when it holds the right answer, says the same in other words, or holds every step that
leads to it. An answer with only a part of what is asked is not correct. A number of days, weeks or months
that is off by one, such as 19 days for 18, still counts as correct.""",
    Task.UPDATE: """\
What was true has changed in the course of the conversations, and the right answer is what is true now. The
answer is correct when it gives that as the present state; that it also tells how things were before does no
harm.""",
    Task.PREFERENCE: """\
Instead of a right answer you are shown what a good answer to this person would take into account. The answer
is correct when it recalls and uses what is known of the person. It need not meet every point.""",
    Task.ABSTENTION: """\
The question cannot be answered from the conversations; instead of a right answer you are shown why. The
answer is correct when it recognises that: it says that the information is missing or not enough, even if it
tells what is known on the subject. It is not correct when it answers the question.""",
}
_RUBRIC = """\
You are shown the numbered points of a rubric instead of a right answer. Give a verdict on each of them:
"fulfilled" when the answer does all that the point asks, "partly" when it does some of it, "not" when it
does none of it or the contrary. Wording and order do not matter unless the point is about them. Judge each
point by itself, and by nothing but the point.
Answer with `points`: for each point its `number` and its `verdict`, every number once."""


def strict_prompt(question: str, gold: str, answer: str) -> Prompt:
    """Everything, exactly."""
    return _asked(STRICT, _STRICT + _TAIL, question, "right", gold, answer)


def lenient_prompt(question: str, gold: str, answer: str) -> Prompt:
    """The point, in any form."""
    return _asked(LENIENT, _LENIENT + _TAIL, question, "right", gold, answer)


def task_prompt(task: Task, question: str, gold: str, answer: str) -> Prompt:
    """By what the question tests. gold: the answer, or what stands for it with PREFERENCE and ABSTENTION."""
    return _asked(TASK, _TASKS[task] + _TAIL, question, "right", gold, answer)


def rubric_prompt(question: str, points: Sequence[str], answer: str) -> Prompt:
    """Point by point. The answer to it is a RubricVerdict."""
    told = "\n".join(f"{number}. {' '.join(point.split())}" for number, point in enumerate(points, start=1))
    return _asked(RUBRIC, _RUBRIC, question, "rubric", told, answer, MAX_TOKENS + 30 * len(points))


def versions() -> Mapping[str, str]:
    """Each prompt's version with a hash of its wording, to stand beside verdicts."""
    asked = (strict_prompt("", "", ""), lenient_prompt("", "", ""), rubric_prompt("", [""], ""))
    tasks = "".join(task_prompt(task, "", "", "").system for task in Task)
    texts = {each.version: each.system for each in asked} | {TASK: tasks}
    return {version: sha256(text.encode()).hexdigest()[:16] for version, text in texts.items()}


def _asked(
    version: str, rules: str, question: str, kind: str, known: str, answer: str, limit: int = MAX_TOKENS
) -> Prompt:
    shown = (fenced("question", question), fenced(kind, known), fenced("answer", answer))
    return Prompt(PURPOSE, version, _HEAD + rules, "\n\n".join(shown), max_tokens=limit)
