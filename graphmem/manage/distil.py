"""Traits of a user out of promoted records: by rules, or in a model's words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.model.keys import normalised
from graphmem.model.tiers import Source, TraitDraft
from graphmem.ports.llm import LLM
from graphmem.prompts.distil import Traits, distil_prompt

LASTING = {
    "preference": "preference",
    "constraint": "constraint",
    "procedure": "way of working",
    "fact": "fact",
}
"""Record types that may tell what lasts, and the attribute under which a rule files them. Events pass."""


def lasting(sources: Sequence[Source]) -> tuple[TraitDraft, ...]:
    """Each record that may tell what lasts is a trait in its own words; equal words are one trait. Facts are
    many and most of them small: only those that readers were shown count.
    """
    told: dict[tuple[str, str], list[Source]] = defaultdict(list)
    for each in sources:
        if each.type in LASTING and each.subject and (each.used or each.type != "fact"):
            told[LASTING[each.type], normalised(each.text)].append(each)
    return tuple(
        TraitDraft(attribute, same[0].text, tuple(sorted(each.record_id for each in same)))
        for (attribute, _), same in sorted(told.items())
    )


@dataclass(frozen=True, slots=True)
class DistilByModel:
    """Asks a model which traits the records of promoted segments tell (MemoryOS, long-term memory).

    A trait that names no record of the list is dropped. Raises LLMError.
    """

    llm: LLM
    most: int = 60

    async def __call__(self, sources: Sequence[Source], *, scope: str) -> tuple[TraitDraft, ...]:
        drafts: list[TraitDraft] = []
        for at in range(0, len(sources), self.most):
            part = sources[at : at + self.most]
            told = await self.llm.structured(distil_prompt([each.text for each in part], scope=scope), Traits)
            for trait in told.traits:
                known = sorted({part[n - 1].record_id for n in trait.records if 1 <= n <= len(part)})
                if known and trait.attribute.strip() and trait.value.strip():
                    drafts.append(TraitDraft(_plain(trait.attribute), _plain(trait.value), tuple(known)))
        return tuple(drafts)


def _plain(text: str) -> str:
    return " ".join(text.split())
