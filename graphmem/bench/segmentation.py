"""Segmentation of dialogues with known topics, beside windows that do not look at what is said.

Every method is told one number of a corpus, the mean length of its topics, and nothing else of its gold:

- even: each dialogue is cut into equal parts of about that many messages;
- fixed: a window closes at that many tokens (extract.segment.FixedWindows);
- default: the Segmenter as it ships, which does not even know the number;
- scaled: the Segmenter with 400 / 600 / 800 tokens times the factor with which its segments are on average
  as long as the topics; centred with all of the mean of the corpus's own passages, as a store has it with an
  embedder that comes without one; and with SURPRISE_CENTRE instead of .20, because vectors centred so
  closely are less alike. SURPRISE_CENTRE was chosen on TIAGE's training part, on which nothing is measured.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import log
from pathlib import Path

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
from graphmem.extract.segment import MEAN_SHARE, FixedWindows, Segmentation, Segmenter, units
from graphmem.model.segment import SegmentDraft, SegmenterState, Unit
from graphmem.named_models import make_embedder
from graphmem.ports import Embedder

SURPRISE_CENTRE = 0.70
FACTORS = tuple(2 ** (step / 3) for step in range(-3, 13))
METHODS = ("even", "fixed", "default", "scaled")

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


def measure(corpus: Corpus, vectors: Vectors, mean: Matrix | None) -> CorpusResult:
    """Every method on one corpus. mean: the embedder's, None when it ships without one."""
    own = estimate(np.concatenate([matrix for each in vectors for matrix in each]))
    shipped = _units(corpus.dialogues, vectors, own if mean is None else mean)
    close = _units(corpus.dialogues, vectors, own, share=1.0)
    scaled = _fitting(corpus, close)
    fixed = FixedWindows(tokens=round(corpus.topic_tokens), units=sys.maxsize)
    found = {
        "even": [_even(len(each.turns), corpus.topic_messages) for each in corpus.dialogues],
        "fixed": _starts(fixed, shipped),
        "default": _starts(Segmenter(), shipped),
        "scaled": _starts(scaled, close),
    }
    sizes = {
        "even": f"{corpus.topic_messages:.1f} messages",
        "fixed": f"{fixed.tokens} tokens",
        "default": _size(Segmenter()),
        "scaled": _size(scaled),
    }
    return CorpusResult(corpus, {name: _agreement(corpus, found[name]) for name in METHODS}, sizes)


def measure_lengths(sessions: Sequence[Dialogue], vectors: Vectors, mean: Matrix | None) -> Lengths:
    """The lengths of segments as they ship, every session flushed at its end."""
    own = estimate(np.concatenate([matrix for each in vectors for matrix in each]))
    drafts = [
        draft
        for pending in _units(sessions, vectors, own if mean is None else mean)
        for draft in _segments(Segmenter(), pending)
    ]
    return Lengths(
        sessions=len(sessions),
        turns=sum(len(each.turns) for each in sessions),
        tokens=sum(draft.tokens for draft in drafts),
        segments=len(drafts),
        reasons=Counter(draft.reason for draft in drafts),
    )


def _units(
    dialogues: Sequence[Dialogue], vectors: Vectors, mean: Matrix, *, share: float = MEAN_SHARE
) -> list[tuple[Unit, ...]]:
    centring = Centring(mean)
    return [
        units(each.turns, rows, centring, share=share) for each, rows in zip(dialogues, vectors, strict=True)
    ]


def _segments(segmenter: Segmentation, pending: Sequence[Unit]) -> tuple[SegmentDraft, ...]:
    return segmenter(SegmenterState(), pending, flush=True)[0]


def _starts(segmenter: Segmentation, dialogues: Sequence[Sequence[Unit]]) -> list[tuple[int, ...]]:
    return [
        tuple(draft.first_position for draft in _segments(segmenter, pending)[1:]) for pending in dialogues
    ]


def _even(messages: int, length: float) -> tuple[int, ...]:
    parts = max(1, round(messages / length))
    return tuple(sorted({round(messages * i / parts) for i in range(1, parts)} - {0}))


def _fitting(corpus: Corpus, dialogues: Sequence[Sequence[Unit]]) -> Segmenter:
    """The scaled segmenter whose segments are nearest to the topics in mean length."""

    def distance(segmenter: Segmenter) -> float:
        segments = sum(len(starts) + 1 for starts in _starts(segmenter, dialogues))
        return abs(log(segments / corpus.topics))

    return min((_scaled(factor * corpus.topic_tokens / 600) for factor in FACTORS), key=distance)


def _scaled(factor: float) -> Segmenter:
    return Segmenter(
        round(400 * factor), round(600 * factor), round(800 * factor), surprise_centre=SURPRISE_CENTRE
    )


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
        corpus = result.corpus
        lines += [
            f"{corpus.name}: {len(corpus.dialogues)} dialogues, {corpus.messages} messages, {corpus.topics} "
            f"topics of {corpus.topic_messages:.1f} messages and {corpus.topic_tokens:.0f} tokens",
            "           F1  precision  recall     Pk  WindowDiff  messages  size",
        ]
        for name, reached in result.reached.items():
            lines.append(
                f"  {name:<7} {reached.f1:.3f}      {reached.precision:.3f}   {reached.recall:.3f}  "
                f"{reached.pk:.3f}       {reached.window_diff:.3f}     {reached.units_per_segment:5.1f}  "
                f"{result.sizes[name]}"
            )
        lines.append("")
    if report.lengths:
        lines.append(_told(report.lengths))
    return "\n".join(lines)


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
