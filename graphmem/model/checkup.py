"""What looking over a user's graph found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that is not as it should be. examples: ids of some of the nodes; mend: what helps.

    reason: why, as a model told it of one of them; "" where none did.
    """

    name: str
    count: int
    examples: tuple[str, ...]
    meaning: str
    mend: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """Problems, worst first; empty, and false, when there are none. nodes: count by label."""

    problems: tuple[Problem, ...] = ()
    nodes: Mapping[str, int] = field(default_factory=dict)
    checks: int = 0

    def __len__(self) -> int:
        return len(self.problems)

    def __iter__(self) -> Iterator[Problem]:
        return iter(self.problems)

    def __bool__(self) -> bool:
        return bool(self.problems)
