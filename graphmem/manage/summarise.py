"""What a node of the summary tree says: statements near its middle, or a model's own words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

import numpy as np

from graphmem.manage.tree import Centred, unit
from graphmem.model.segment import Vector
from graphmem.model.tree import Statement
from graphmem.ports.llm import LLM
from graphmem.prompts.aggregate import Aggregate, aggregate_prompt

Summary = tuple[str, tuple[str, ...]]
"""A text, and the uids of the statements that it quotes."""


@dataclass(frozen=True, slots=True)
class CentralStatements:
    """Quotes the statements nearest to the middle of all, each unlike those before it, in the order of time.

    Names and dates stay as they are, since nothing is put into other words; the day of saying stands before.
    budget: characters of statements. sameness: how much likeness to what is quoted already counts against a
    statement (maximal marginal relevance).
    """

    centred: Centred
    sameness: float = 0.5

    def __call__(self, statements: Sequence[Statement], middle: Vector | None, budget: int) -> Summary:
        """middle: a raw vector; None takes the mean of the statements."""
        told = _distinct(statements)
        if not told:
            return "", ()
        vectors = self.centred(np.stack([each.vector for each in told]))
        centre = vectors.mean(axis=0) if middle is None else self.centred(unit(middle))
        chosen = self._chosen(told, vectors, vectors @ centre, budget)
        return _in_time([told[i] for i in chosen]), tuple(told[i].uid for i in chosen)

    def _chosen(self, told: Sequence[Statement], vectors: Vector, scores: Vector, budget: int) -> list[int]:
        likeness = vectors @ vectors.T
        left, chosen, room = list(range(len(told))), list[int](), budget
        while left:
            worth = [
                scores[i] - self.sameness * max((likeness[i, j] for j in chosen), default=0) for i in left
            ]
            best = left.pop(int(np.argmax(worth)))
            length = len(told[best].text) + 1
            if length <= room:
                chosen.append(best)
                room -= length
            elif not chosen:
                return [min(range(len(told)), key=lambda i: len(told[i].text))]
        return chosen


def _distinct(statements: Sequence[Statement]) -> list[Statement]:
    return list({" ".join(each.text.split()).casefold(): each for each in reversed(statements)}.values())[
        ::-1
    ]


def _in_time(statements: Sequence[Statement]) -> str:
    """Sentences by day, each day named once."""
    by_day: dict[date | None, list[str]] = {}
    for each in sorted(statements, key=lambda each: (each.said_at is None, each.said_at or datetime.max)):
        by_day.setdefault(each.said_at.date() if each.said_at else None, []).append(_closed(each.text))
    return "\n".join(f"{_day(day)}{' '.join(texts)}" for day, texts in by_day.items())


def _closed(text: str) -> str:
    line = " ".join(text.split())
    return line if line.endswith((".", "!", "?", "…", '"')) else f"{line}."


def _day(day: date | None) -> str:
    return f"{day.day} {day:%B %Y}: " if day else ""


@dataclass(frozen=True, slots=True)
class Aggregated:
    """A model's summary of what the children of a node say. Raises LLMError."""

    llm: LLM
    longest: int = 12_000

    async def __call__(self, texts: Sequence[str], *, scope: str) -> str:
        """texts: in the order of time; the parts beyond `longest` characters are cut off evenly."""
        room = self.longest // max(len(texts), 1)
        told = await self.llm.structured(
            aggregate_prompt([text[:room] for text in texts], scope=scope), Aggregate
        )
        return " ".join(told.summary.split())
