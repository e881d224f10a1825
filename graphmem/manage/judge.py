"""Which statements take others' places, as a language model judges; the rules where it fails."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from graphmem.errors import LLMError
from graphmem.manage.supersede import SupersedeByRules, draft_of, later_of
from graphmem.model.belief import Names, Reason, Rivals, Statement, Supersession
from graphmem.ports import LLM
from graphmem.prompts.supersede import Pair, Pairs, supersede_prompt

_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SupersedeByModel:
    """Drafts supersessions with one structured call for a batch of new statements and their rivals.

    Nothing is asked where nothing is near. Of the answer a pair counts only when both of its numbers were
    shown, one of the two is new, and the later was said later; the ends are computed, not believed. When the
    model fails, the rules decide. at_once: new statements in one call. around: of what is near to each, so
    many are shown (Mem0 shows five).
    """

    llm: LLM
    rules: SupersedeByRules = field(default_factory=SupersedeByRules)
    at_once: int = 16
    around: int = 5

    def looks_around(self, text: str) -> bool:
        """A model may see in any text that it excludes another."""
        return True

    def keys(self, fresh: Sequence[Statement], names: Names) -> tuple[str, ...]:
        """As the rules have them."""
        return self.rules.keys(fresh, names)

    async def judge(self, scope: str, rivals: Rivals) -> tuple[Supersession, ...]:
        """Which records are to go, one draft for each. Raises ConfigError as ports.LLM."""
        found: dict[str, Supersession] = {}
        for at in range(0, len(rivals.fresh), self.at_once):
            some = replace(rivals, fresh=rivals.fresh[at : at + self.at_once])
            for draft in await self._asked(scope, some):
                found.setdefault(draft.older, draft)
        return tuple(found.values())

    async def _asked(self, scope: str, rivals: Rivals) -> tuple[Supersession, ...]:
        shown = _shown(rivals, self.rules, self.around)
        if not shown:
            return ()
        prompt = supersede_prompt([(f"{each.said_at:%Y-%m-%d}", each.text) for each in shown], scope=scope)
        try:
            answer = await self.llm.structured(prompt, Pairs)
        except LLMError as error:
            _logger.warning(
                "the rules decide which statements are obsolete, since the model failed: %s", error
            )
            return self.rules(rivals)
        return tuple(_drafts(answer.pairs, shown, {each.uid for each in rivals.fresh}))


def _shown(rivals: Rivals, rules: SupersedeByRules, around: int) -> tuple[Statement, ...]:
    """New statements that have rivals, with these, in the order of their saying."""
    found: dict[str, Statement] = {}
    for each in rivals.fresh:
        if each.source_role == "assistant":
            continue
        keyed = (other for key in rules.keys([each], rivals.names) for other in rivals.others.get(key, ()))
        others = [
            other
            for other in (*keyed, *rivals.near.get(each.uid, ())[:around])
            if other.uid != each.uid and other.source_role != "assistant"
        ]
        if others:
            found |= {one.uid: one for one in (each, *others)}
    return tuple(sorted(found.values(), key=lambda one: (one.said_at, one.place, one.uid)))


def _drafts(pairs: Sequence[Pair], shown: Sequence[Statement], fresh: set[str]) -> Iterator[Supersession]:
    for pair in pairs:
        if not (0 < pair.later <= len(shown) and 0 < pair.earlier <= len(shown)):
            continue
        newer, older = shown[pair.later - 1], shown[pair.earlier - 1]
        if later_of(newer, older) is newer and {newer.uid, older.uid} & fresh:
            draft = draft_of(newer, older, Reason(pair.reason))
            if draft is not None:
                yield draft
