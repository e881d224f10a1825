"""What calls to language models have cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Tokens:
    """Calls with their tokens, in and out; a retry is a call of its own.

    estimated: how many of the calls were counted by estimate, since the server told no usage.
    """

    calls: int = 0
    input: int = 0
    output: int = 0
    estimated: int = 0

    def __add__(self, other: Tokens) -> Tokens:
        return Tokens(
            self.calls + other.calls,
            self.input + other.input,
            self.output + other.output,
            self.estimated + other.estimated,
        )

    def __sub__(self, other: Tokens) -> Tokens:
        return Tokens(
            self.calls - other.calls,
            self.input - other.input,
            self.output - other.output,
            self.estimated - other.estimated,
        )

    @property
    def total(self) -> int:
        """Tokens in and out together."""
        return self.input + self.output


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens by purpose (encode, plan, answer, construct, rerank, judge, supersede)."""

    purposes: Mapping[str, Tokens] = field(default_factory=dict)

    @property
    def total(self) -> Tokens:
        """Of all purposes together."""
        return sum(self.purposes.values(), Tokens())

    def __add__(self, other: Usage) -> Usage:
        names = dict.fromkeys([*self.purposes, *other.purposes])
        none = Tokens()
        return Usage({name: self.purposes.get(name, none) + other.purposes.get(name, none) for name in names})

    def since(self, earlier: Usage) -> Usage:
        """What has come since then, by the purposes for which anything was asked meanwhile."""
        none = Tokens()
        grown = {name: each - earlier.purposes.get(name, none) for name, each in self.purposes.items()}
        return Usage({name: each for name, each in grown.items() if each.calls})
