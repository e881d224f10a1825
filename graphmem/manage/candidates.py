"""Which entities may be one, with reasons. It proposes; a person or a text decides."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np

from graphmem.manage.nicknames import blocks_of, likeness
from graphmem.manage.roles import role_in
from graphmem.model.entity import Entity, MergeCandidate
from graphmem.model.segment import Vector

NEAR: Final = 0.75
"""Least centred cosine of two entities that is worth a look; it alone proposes, and never more."""
_BLOCK: Final = 512
_SPELLING: Final = {
    "the same letters": 0.5, "a nickname": 0.4, "an initial for the first name": 0.4, "the initials": 0.4,
    "a nickname of the first name": 0.3, "a part of the longer name": 0.3, "spelled almost alike": 0.3,
}  # fmt: skip
_COMMON: Final = 40
"""A neighbour of more entities than these tells nothing of two of them."""


@dataclass(frozen=True, slots=True)
class EntityProfile:
    """An entity with what may tell that it is another, as cypher/entities/profiles reads it. vector: raw."""

    entity: Entity
    key: str
    records: frozenset[str]
    beside: frozenset[str]
    vector: Vector | None = None


def candidates(
    profiles: Sequence[EntityProfile], mean: Vector | None, *, limit: int
) -> tuple[MergeCandidate, ...]:
    """Pairs that may be one, the likeliest first.

    What speaks for a pair: that a text or a person calls both by one name; spelling (nicknames, initials,
    parts, slips); neighbours that they share; the nearness of their vectors, centred by `mean`. What speaks
    against: statements that mention both. Two of one name were told apart, and are not proposed, nor are two
    whose roles exclude each other.
    """
    found: dict[tuple[int, int], list[tuple[float, str]]] = defaultdict(list)
    for at, reason in (*_called_alike(profiles), *_spelled_alike(profiles), *_near(profiles, mean)):
        found[at].append(reason)
    judged = (_judged(profiles[one], profiles[other], why) for (one, other), why in found.items())
    proposed = [each for each in judged if each is not None]
    return tuple(sorted(proposed, key=lambda each: (-each.score, each.one.name, each.other.name))[:limit])


_Found = tuple[tuple[int, int], tuple[float, str]]


def _called_alike(profiles: Sequence[EntityProfile]) -> Iterator[_Found]:
    by_name: dict[str, list[int]] = defaultdict(list)
    for at, profile in enumerate(profiles):
        for name in {profile.key, *profile.entity.aliases}:
            by_name[name].append(at)
    for name, ats in by_name.items():
        for pair in combinations(ats, 2):
            yield pair, (0.6, f"both are called {name!r}")


def _spelled_alike(profiles: Sequence[EntityProfile]) -> Iterator[_Found]:
    """Compared only where beginnings of words, an end, the initials or nicknames agree."""
    blocks: dict[str, list[int]] = defaultdict(list)
    for at, profile in enumerate(profiles):
        for block in blocks_of(profile.key):
            blocks[block].append(at)
    pairs = {pair for ats in blocks.values() for pair in combinations(ats, 2)}
    for one, other in sorted(pairs):
        names = (profiles[one].key, profiles[other].key)
        if names[0] != names[1] and (why := likeness(*names)):
            yield (
                (one, other),
                (_SPELLING[why], f"{profiles[one].entity.name}, {profiles[other].entity.name}: {why}"),
            )


def _near(profiles: Sequence[EntityProfile], mean: Vector | None) -> Iterator[_Found]:
    ats = [at for at, profile in enumerate(profiles) if profile.vector is not None]
    if len(ats) < 2:
        return
    vectors = np.stack([np.asarray(profiles[at].vector, dtype=np.float32) for at in ats])
    vectors = vectors - (mean if mean is not None else vectors.mean(axis=0))
    vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
    for start in range(0, len(ats), _BLOCK):
        cosines = vectors[start : start + _BLOCK] @ vectors.T
        for row, column in np.argwhere(cosines >= NEAR):
            if start + row < column:
                cosine = float(cosines[row, column])
                yield (
                    (ats[start + row], ats[column]),
                    (cosine / 5, f"their statements are near ({cosine:.2f})"),
                )


def _judged(
    one: EntityProfile, other: EntityProfile, why: Iterable[tuple[float, str]]
) -> MergeCandidate | None:
    if one.key == other.key or _apart(one, other):
        return None
    reasons = sorted(why, reverse=True)
    score = sum(weight for weight, _ in reasons)
    told = [reason for _, reason in reasons]
    shared, all_ = one.beside & other.beside, one.beside | other.beside
    if shared:
        score += 0.3 * len(shared) / len(all_)
        told.append(f"both stand beside {', '.join(sorted(shared)[:5])}")
    if together := len(one.records & other.records):
        score -= 0.3
        told.append(f"against it: {together} statements mention both")
    first, second = sorted((one, other), key=lambda each: (each.entity.memories, each.entity.name))
    return MergeCandidate(first.entity, second.entity, round(max(0.0, min(1.0, score)), 3), tuple(told))


def _apart(one: EntityProfile, other: EntityProfile) -> bool:
    """Their roles exclude each other."""
    mine, theirs = ([r for a in e.entity.aliases if (r := role_in(a, e.key))] for e in (one, other))
    return any(role.excludes(another) for role in mine for another in theirs)


def without_common(profiles: Sequence[EntityProfile]) -> list[EntityProfile]:
    """Without neighbours that nearly everybody has, such as the user."""
    counts = Counter(key for profile in profiles for key in profile.beside)
    most = min(_COMMON, max(2, len(profiles) // 3))
    return [
        EntityProfile(
            each.entity,
            each.key,
            each.records,
            frozenset(k for k in each.beside if counts[k] <= most),
            each.vector,
        )
        for each in profiles
    ]
