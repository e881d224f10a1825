"""Which rules may begin at a word, so that most words cost one look-up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from graphmem.extract.time.rules_days import Found
from graphmem.extract.time.rules_spans import Rule
from graphmem.extract.time.tokens import Tokens

DIGITS = "#"  # stands for every number written in digits


@dataclass(frozen=True, slots=True)
class Choice:
    """Rules by first word. Calling it gives the longest match at a token, the earlier rule's on a tie."""

    rules: dict[str, tuple[Rule, ...]]

    @classmethod
    def of(cls, *entries: tuple[Rule, Iterable[str]]) -> Choice:
        rules: dict[str, tuple[Rule, ...]] = {}
        for rule, starters in entries:
            for word in starters:
                rules[word] = (*rules.get(word, ()), rule)
        return cls(rules)

    def __call__(self, t: Tokens, i: int) -> Found | None:
        best: Found | None = None
        for rule in self.rules.get(DIGITS if t.numbers[i] is not None else t.words[i], ()):
            found = rule(t, i)
            if found and (best is None or found[1] > best[1]):
                best = found
        return best
