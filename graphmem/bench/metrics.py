"""What a ranked list of turns is worth, and how sure that is."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from graphmem.bench.datasets import Question

MEASURES = ("recall@10", "recall@50", "all@50±0", "all@50±1", "all@50±2")

Key = tuple[int, int]
One = TypeVar("One", bound="Placed")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one question's ranked turns were worth. values: in the order of MEASURES, 0 to 1."""

    conversation: int
    position: int
    group: str
    values: tuple[float, float, float, float, float]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with the bounds between which 95 % of the resampled means lie."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Group:
    """The questions of one group. estimates: by name of MEASURES; empty without questions."""

    questions: int
    estimates: Mapping[str, Estimate]


def recall(ranked: Sequence[int], gold: Collection[int], k: int = 10) -> float:
    """The share of the gold turns among the first k distinct turns. Raises ValueError without gold."""
    if not gold:
        raise ValueError("recall of no gold turns is undefined")
    return len(set(gold) & set(_distinct(ranked)[:k])) / len(set(gold))


def all_within(ranked: Sequence[int], gold: Collection[int], reach: int, k: int = 50) -> float:
    """1 when every gold turn lies within `reach` places of one of the first k distinct turns, else 0."""
    best = _distinct(ranked)[:k]
    return float(all(any(abs(turn - place) <= reach for place in best) for turn in gold))


def judge(question: Question, first: Sequence[int], fifty: Sequence[int]) -> Outcome:
    """first: places of the turns of a search for ten hits, fifty: of one for fifty, best first."""
    values = (
        recall(first, question.gold),
        recall(fifty, question.gold, 50),
        all_within(fifty, question.gold, 0),
        all_within(fifty, question.gold, 1),
        all_within(fifty, question.gold, 2),
    )
    return Outcome(question.conversation, question.position, question.group, values)


class Placed(Protocol):
    """Belongs to a conversation and to a kind of question."""

    @property
    def conversation(self) -> int: ...

    @property
    def group(self) -> str: ...


def split(
    placed: Sequence[One], subsets: Mapping[str, Collection[int]] | None = None
) -> dict[str, list[One]]:
    """All of them, those of each subset of conversations, and those of each kind."""
    made = {"all": list(placed)}
    for name, conversations in (subsets or {}).items():
        made[name] = [one for one in placed if one.conversation in conversations]
    for kind in sorted({one.group for one in placed}):
        made[kind] = [one for one in placed if one.group == kind]
    return made


def groups(
    outcomes: Sequence[Outcome],
    *,
    seed: int,
    resamples: int = 1000,
    audited: Collection[Key] = (),
    subsets: Mapping[str, Collection[int]] | None = None,
) -> dict[str, Group]:
    """All questions, those of each subset of conversations, and each kind's.

    audited: keys of questions whose gold is wrong; a group without them is added when there are any.
    """
    made = split(outcomes, subsets)
    if audited:
        made["all without audited errors"] = [
            one for one in outcomes if (one.conversation, one.position) not in audited
        ]
    return {name: _group(chosen, seed, resamples) for name, chosen in made.items()}


def percentiles(values: Sequence[float], scale: float = 1.0) -> dict[str, float]:
    """p50 and p95 times scale; empty without values."""
    if not values:
        return {}
    middle, high = np.percentile(np.asarray(values, dtype=np.float64) * scale, [50, 95])
    return {"p50": float(middle), "p95": float(high)}


def _group(outcomes: Sequence[Outcome], seed: int, resamples: int) -> Group:
    if not outcomes:
        return Group(0, {})
    values = np.array([one.values for one in outcomes], dtype=np.float64)
    means = resampled(values, [one.conversation for one in outcomes], seed=seed, resamples=resamples)
    low, high = np.percentile(means, [2.5, 97.5], axis=0)
    return Group(
        len(outcomes),
        {
            name: Estimate(float(values[:, i].mean()), float(low[i]), float(high[i]))
            for i, name in enumerate(MEASURES)
        },
    )


def resampled(
    values: NDArray[np.float64], clusters: Sequence[int], *, seed: int, resamples: int
) -> NDArray[np.float64]:
    """Means of two-stage bootstrap samples: conversations with replacement, then questions in each of them.

    values: questions × measures; clusters: each question's conversation. Returns resamples × measures.
    """
    rng = np.random.default_rng(seed)
    owners = np.asarray(clusters)
    parts = [values[owners == owner] for owner in np.unique(owners)]
    means = np.empty((resamples, values.shape[1]))
    for number in range(resamples):
        drawn = [parts[i] for i in rng.integers(len(parts), size=len(parts))]
        rows = [part[rng.integers(len(part), size=len(part))] for part in drawn]
        means[number] = np.concatenate(rows).mean(axis=0)
    return means


def _distinct(ranked: Sequence[int]) -> list[int]:
    return list(dict.fromkeys(ranked))
