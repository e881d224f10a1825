"""What a benchmark is to measure, and what it has found so far."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from graphmem.bench import crowd
from graphmem.bench.adding import Added
from graphmem.bench.asking import Answered
from graphmem.bench.datasets import Benchmark
from graphmem.bench.in_context import Context
from graphmem.bench.metrics import Key, Outcome
from graphmem.bench.replies import Answering, Answers
from graphmem.model.usage import Usage
from graphmem.settings import Settings


@dataclass(frozen=True, slots=True)
class Options:
    """What to measure.

    path: of the benchmark's file or folder; benchmark: a name of READERS.
    conversations: numbers from 1, all when empty. questions: how many to draw, None for all. without, with_:
    channels and steps to switch off and on. ablate: switch each in turn. crowd: turns of other users.
    audit: `errors.json` of locomo-audit. fresh: add the conversations anew. recorded: encode with LoCoMo's
    own observations. control: also rank by naive RAG. context: tokens of the contexts in which gold answers
    are looked for, 0 for none. answering: have the questions answered too; None for not.
    """

    path: Path
    benchmark: str = "locomo"
    conversations: tuple[int, ...] = ()
    questions: int | None = None
    without: tuple[str, ...] = ()
    with_: tuple[str, ...] = ()
    strategy: str = ""
    ablate: bool = False
    crowd: int = 0
    crowd_remove: bool = False
    fresh: bool = False
    audit: Path | None = None
    seed: int = 0
    resamples: int = 1000
    recorded: bool = False
    control: bool = True
    context: int = 1500
    answering: Answering | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the ablation: what was switched off or on. seconds: of the whole pass."""

    name: str
    outcomes: tuple[Outcome, ...]
    seconds: float


@dataclass(slots=True)
class CrowdFindings:
    """The same questions with the background in the store, and without. None: not measured in this run.

    turns: wanted; added, seconds: in this run; held: all that the background holds.
    """

    turns: int
    added: int = 0
    seconds: float = 0.0
    held: crowd.Held = field(default_factory=crowd.Held)
    alone: list[Answered] | None = None
    among: list[Answered] | None = None


@dataclass(slots=True)
class Findings:
    """What has been measured so far; complete when nothing is left to do.

    model: the language model that takes part, "" for none. spent: what building each conversation's memory
    asked of it in this run, by the conversation's name. naive_seconds: what naive RAG needed to embed the
    turns of each, by scope.
    """

    options: Options
    data: Benchmark
    settings: Settings
    embedder: str = ""
    model: str = ""
    server: str = ""
    store: dict[str, int] = field(default_factory=dict)
    background: int = 0
    added: list[Added] = field(default_factory=list)
    reused: int = 0
    one_turn: tuple[float, ...] = ()
    spent: dict[str, Usage] = field(default_factory=dict)
    naive_seconds: dict[str, float] = field(default_factory=dict)
    memory_at_start: int = 0
    cold: tuple[float, ...] = ()
    answered: list[Answered] = field(default_factory=list)
    control: tuple[Outcome, ...] = ()
    contexts: list[Context] = field(default_factory=list)
    answers: Answers | None = None
    ablation: list[Row] = field(default_factory=list)
    crowd: CrowdFindings | None = None
    audited: frozenset[Key] = frozenset()
    complete: bool = False
