"""What is wanted of answers, and the answers that were given."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from graphmem.bench.answer_cache import Kept
from graphmem.bench.datasets import Question
from graphmem.bench.judging import Marks
from graphmem.model.usage import Tokens, Usage

NO_MODEL = "full context and naive RAG are answered by a language model, and none is named"

Tell = Callable[[str, int, int], None]
Place = tuple[str, int, int, int]
"""System, run, conversation, position."""


@dataclass(frozen=True, slots=True)
class Answering:
    """What is wanted. judge_model: the one that answers unless named. runs: how often everything is answered.
    cache: the folder of kept answers, None for the one under the home folder. simplify: also score what is
    left of an answer when a model has cut it down to its core.
    """

    judge: bool = False
    judge_model: str = ""
    runs: int = 1
    cache: Path | None = None
    simplify: bool = False


@dataclass(frozen=True, slots=True)
class Given:
    """One reply to one question. usage: of it alone. timings: seconds by stage; empty where the reply, or a
    part of it, was found among kept ones. failed: why there is none.
    """

    system: str
    run: int
    question: Question
    text: str = ""
    abstained: bool = False
    context_tokens: int = 0
    usage: Usage = field(default_factory=Usage)
    timings: Mapping[str, float] = field(default_factory=dict)
    failed: str = ""

    @property
    def place(self) -> Place:
        return (self.system, self.run, *self.question.key)


@dataclass(slots=True)
class Answers:
    """All replies so far, and what a judge said of them. left_out: why there are no controls.

    unjudged: replies on which the judge gave no verdict, with the reason. cores: what is left of an answer
    that was cut down. kept: of answers, then of verdicts.
    adding, judging: what that cost; what answering did is with each reply. stopped: why it ended early.
    """

    model: str = ""
    judge: str = ""
    runs: int = 1
    concurrency: int = 1
    simplified: bool = False
    left_out: str = ""
    stopped: str = ""
    given: list[Given] = field(default_factory=list)
    marks: dict[Place, Marks] = field(default_factory=dict)
    unjudged: dict[Place, str] = field(default_factory=dict)
    cores: dict[Place, str] = field(default_factory=dict)
    adding: Tokens = field(default_factory=Tokens)
    judging: Tokens = field(default_factory=Tokens)
    kept: tuple[Kept, ...] = ()
