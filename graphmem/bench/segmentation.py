"""Segmentation of dialogues with known topics, beside boundaries that do not look at what is said.

Every method is told one number of a corpus, the mean length of its topics, and nothing else of its gold:

- random: a boundary before each message with the same chance (the base rate; mean of DRAWS draws);
- even: each dialogue is cut into equal parts of about that many messages;
- fixed: a window (extract.segment.FixedWindows) closes at so many tokens that it is on average that long;
- segmenter: the Segmenter as it ships, but for its sizes: 400 / 600 / 800 tokens times the factor with which
  its segments are on average that long; the dialogues are sessions of one user, in the order of the file;
- equal: a fixed window whose segments are as long as the segmenter's, which ends topics in long messages
  whatever its sizes, so that it does not always reach the mean length of the topics;
- alone: the segmenter, but each dialogue is the first session of a user;
- unscaled: the Segmenter with the sizes that it ships with, which is not told the number.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from math import log
from pathlib import Path
from random import Random
from statistics import fmean
from typing import TypeVar

import numpy as np

from graphmem.adapters.vectors import known_mean
from graphmem.bench.boundaries import Agreement, Divided, agreement
from graphmem.bench.segmentation_gold import (
    Corpus,
    Dialogue,
    Vectors,
    embedded,
    read_corpora,
    read_locomo_sessions,
)
from graphmem.bootstrap import load_settings
from graphmem.extract.centre import Centring, Matrix, estimate
from graphmem.extract.segment import EMPTY, FixedWindows, Segmentation, Segmenter, units
from graphmem.model.segment import SegmentDraft, SegmenterState, Unit, VectorSum
from graphmem.named_models import make_embedder
from graphmem.ports import Embedder

HALVINGS = 10
DRAWS = 20
METHODS = ("random", "even", "fixed", "equal", "segmenter", "alone", "unscaled")

Fitted = TypeVar("Fitted", bound=Segmentation)
Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class CorpusResult:
    """What each method reached on a corpus, and the size that it had there."""

    corpus: Corpus
    reached: Mapping[str, Agreement]
    sizes: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Lengths:
    """The segments of the Segmenter as it ships, on LoCoMo; reasons: why how many of them closed."""

    sessions: int
    turns: int
    tokens: int
    segments: int
    reasons: Mapping[str, int]

    @property
    def turns_per_segment(self) -> float:
        return self.turns / self.segments


@dataclass(frozen=True, slots=True)
class SegmentationReport:
    """All corpora; lengths where LoCoMo's file was given."""

    corpora: tuple[CorpusResult, ...]
    lengths: Lengths | None


def run(
    folder: Path,
    *,
    locomo: Path | None = None,
    sample: int | None = None,
    embedder: Embedder | None = None,
    tell: Tell = lambda _: None,
) -> SegmentationReport:
    """Measure on the corpora under folder, which holds tiage/ and dialseg711/.

    locomo: the file of LoCoMo, to measure lengths on. sample: only so many dialogues of each.
    embedder: the one of the settings unless given. Raises InputError when a file is missing.
    """
    return asyncio.run(_run(folder, locomo, sample, embedder, tell))


async def _run(
    folder: Path, locomo: Path | None, sample: int | None, given: Embedder | None, tell: Tell
) -> SegmentationReport:
    corpora = [replace(each, dialogues=each.dialogues[:sample]) for each in read_corpora(folder)]
    sessions = read_locomo_sessions(locomo)[:sample] if locomo else ()
    embedder = given or await make_embedder(load_settings())
    results = []
    for corpus in corpora:
        tell(f"{corpus.name}: {len(corpus.dialogues)} dialogues, {corpus.messages} messages")
        vectors = await embedded(corpus.dialogues, embedder)
        results.append(measure(corpus, vectors, known_mean(embedder.id)))
    lengths = None
    if sessions:
        tell(f"LoCoMo: {len(sessions)} sessions, {sum(len(each.turns) for each in sessions)} messages")
        lengths = measure_lengths(sessions, await embedded(sessions, embedder), known_mean(embedder.id))
    return SegmentationReport(tuple(results), lengths)


def measure(corpus: Corpus, vectors: Vectors, mean: Matrix | None, *, seed: int = 1) -> CorpusResult:
    """Every method on one corpus. mean: the embedder's, None when it ships without one."""
    pending = _units(corpus.dialogues, vectors, mean)
    strangers = _units([replace(each, user=str(i)) for i, each in enumerate(corpus.dialogues)], vectors, mean)
    scaled = _fitting(corpus, pending, _scaled)
    alone = _fitting(corpus, strangers, _scaled)
    topics = sum(len(starts) + 1 for starts in _starts(scaled, pending))
    equal = _fitting(corpus, pending, _windows, topics)
    fixed = _fitting(corpus, pending, _windows)
    found = {
        "even": [_even(len(each.turns), corpus.topic_messages) for each in corpus.dialogues],
        "fixed": _starts(fixed, pending),
        "equal": _starts(equal, pending),
        "segmenter": _starts(scaled, pending),
        "alone": _starts(alone, strangers),
        "unscaled": _starts(Segmenter(), pending),
    }
    sizes = {
        "random": f"{corpus.topic_messages:.1f} messages",
        "even": f"{corpus.topic_messages:.1f} messages",
        "fixed": f"{fixed.tokens} tokens",
        "equal": f"{equal.tokens} tokens",
        "segmenter": _size(scaled),
        "alone": _size(alone),
        "unscaled": _size(Segmenter()),
    }
    reached = {name: _agreement(corpus, starts) for name, starts in found.items()}
    reached["random"] = _base_rate(corpus, Random(seed))
    return CorpusResult(corpus, {name: reached[name] for name in METHODS}, sizes)


def measure_lengths(sessions: Sequence[Dialogue], vectors: Vectors, mean: Matrix | None) -> Lengths:
    """The lengths of segments as they ship, every session flushed at its end."""
    drafts = [
        draft for pending in _units(sessions, vectors, mean) for draft in _segments(Segmenter(), pending)
    ]
    return Lengths(
        sessions=len(sessions),
        turns=sum(len(each.turns) for each in sessions),
        tokens=sum(draft.tokens for draft in drafts),
        segments=len(drafts),
        reasons=Counter(draft.reason for draft in drafts),
    )


def _units(dialogues: Sequence[Dialogue], vectors: Vectors, mean: Matrix | None) -> list[tuple[Unit, ...]]:
    """As the product makes them, a user's dialogues in their order and each flushed before the next begins.

    An embedder without a mean has that of these dialogues.
    """
    if mean is None:
        mean = estimate(np.concatenate([matrix for each in vectors for matrix in each]))
    centring = Centring(mean)
    made: list[tuple[Unit, ...]] = []
    before: dict[str, VectorSum] = {}
    for each, rows in zip(dialogues, vectors, strict=True):
        made.append(units(each.turns, rows, centring, before=before.get(each.user, EMPTY)))
        if made[-1] and made[-1][-1].seen.count:
            before[each.user] = made[-1][-1].seen
    return made


def _segments(segmenter: Segmentation, pending: Sequence[Unit]) -> tuple[SegmentDraft, ...]:
    return segmenter(SegmenterState(), pending, flush=True)[0]


def _starts(segmenter: Segmentation, dialogues: Sequence[Sequence[Unit]]) -> list[tuple[int, ...]]:
    return [
        tuple(draft.first_position for draft in _segments(segmenter, pending)[1:]) for pending in dialogues
    ]


def _even(messages: int, length: float) -> tuple[int, ...]:
    parts = max(1, round(messages / length))
    return tuple(sorted({round(messages * i / parts) for i in range(1, parts)} - {0}))


def _base_rate(corpus: Corpus, random: Random) -> Agreement:
    """The mean of draws that put as many boundaries as the gold has, wherever it falls."""
    places = [(i, at) for i, each in enumerate(corpus.dialogues) for at in range(1, len(each.turns))]
    drawn = []
    for _ in range(DRAWS):
        found: list[list[int]] = [[] for _ in corpus.dialogues]
        for i, at in sorted(random.sample(places, corpus.topics - len(corpus.dialogues))):
            found[i].append(at)
        drawn.append(_agreement(corpus, [tuple(each) for each in found]))
    return Agreement(*(fmean(getattr(each, one.name) for each in drawn) for one in fields(Agreement)))


def _fitting(
    corpus: Corpus,
    dialogues: Sequence[Sequence[Unit]],
    make: Callable[[float], Fitted],
    wanted: int | None = None,
) -> Fitted:
    """The segmenter with the number of segments nearest to `wanted`, that of the topics where it is None.

    make: by its size in tokens.

    The larger it is the fewer segments there are, so its size is found by halving between an eighth and 32
    times the topics' mean.
    """
    wanted = wanted or corpus.topics
    low, high = -3.0, 5.0
    tried = []
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        segmenter = make(2**middle * corpus.topic_tokens)
        segments = sum(len(starts) + 1 for starts in _starts(segmenter, dialogues))
        tried.append((abs(log(segments / wanted)), segmenter))
        low, high = (middle, high) if segments > wanted else (low, middle)
    return min(tried, key=lambda one: one[0])[1]


def _scaled(target: float) -> Segmenter:
    """The sizes of the one that ships, in their proportions."""
    whole = Segmenter()
    factor = target / whole.target
    sizes = (max(1, round(factor * size)) for size in (whole.minimum, whole.target, whole.maximum))
    return Segmenter(*sizes)


def _windows(target: float) -> FixedWindows:
    return FixedWindows(tokens=max(1, round(target)), units=sys.maxsize)


def _size(segmenter: Segmenter) -> str:
    return f"{segmenter.minimum} / {segmenter.target} / {segmenter.maximum} tokens"


def _agreement(corpus: Corpus, found: Sequence[tuple[int, ...]]) -> Agreement:
    return agreement(
        [
            Divided(len(each.turns), each.boundaries, starts)
            for each, starts in zip(corpus.dialogues, found, strict=True)
        ]
    )


def table(report: SegmentationReport) -> str:
    """The report as text."""
    lines: list[str] = []
    for result in report.corpora:
        told = [f"  against {name} windows: {_verdict(result.reached, name)}" for name in ("fixed", "equal")]
        lines += [*_rows(result), *told, ""]
    if report.lengths:
        lines.append(_told(report.lengths))
    return "\n".join(lines)


def _rows(result: CorpusResult) -> list[str]:
    corpus = result.corpus
    part = f"{corpus.name} (constants were chosen on it)" if corpus.training else corpus.name
    lines = [
        f"{part}: {len(corpus.dialogues)} dialogues, {corpus.messages} messages, {corpus.topics} "
        f"topics of {corpus.topic_messages:.1f} messages and {corpus.topic_tokens:.0f} tokens",
        "              F1  precision  recall     Pk  WindowDiff  messages  size",
    ]
    for name, reached in result.reached.items():
        lines.append(
            f"  {name:<9}  {reached.f1:.3f}      {reached.precision:.3f}   {reached.recall:.3f}  "
            f"{reached.pk:.3f}       {reached.window_diff:.3f}     {reached.units_per_segment:5.1f}  "
            f"{result.sizes[name]}"
        )
    return lines


def _verdict(reached: Mapping[str, Agreement], other: str) -> str:
    """Better, worse or equal in each measure: the segmenter against another method."""
    ours, theirs = reached["segmenter"], reached[other]
    gains = {
        "F1": ours.f1 - theirs.f1,
        "Pk": theirs.pk - ours.pk,
        "WindowDiff": theirs.window_diff - ours.window_diff,
    }
    return ", ".join(
        f"{name} {'better' if gain > 0 else 'worse' if gain < 0 else 'equal'} by {abs(gain):.3f}"
        for name, gain in gains.items()
    )


def _told(lengths: Lengths) -> str:
    reasons = ", ".join(f"{reason} {number}" for reason, number in sorted(lengths.reasons.items()))
    return (
        f"LoCoMo: {lengths.segments} segments in {lengths.sessions} sessions, "
        f"{lengths.turns_per_segment:.2f} turns and {lengths.tokens / lengths.segments:.0f} tokens each "
        f"(bar: 4 to 8 turns); closed by {reasons}"
    )


def _tell(line: str) -> None:
    sys.stderr.write(line + "\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """`python -m graphmem.bench.segmentation FOLDER [LOCOMO_FILE] [--sample=N]`."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    names = [each for each in given if not each.startswith("--")]
    samples = [int(each.removeprefix("--sample=")) for each in given if each.startswith("--sample=")]
    if not 1 <= len(names) <= 2:
        sys.stderr.write("usage: python -m graphmem.bench.segmentation FOLDER [LOCOMO_FILE] [--sample=N]\n")
        return 2
    report = run(
        Path(names[0]),
        locomo=Path(names[1]) if len(names) == 2 else None,
        sample=samples[0] if samples else None,
        tell=_tell,
    )
    sys.stdout.write(table(report) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
