"""Construction with a language model: one call for each part of a window, all at once."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field

from graphmem.answer.construct import Kept, Part
from graphmem.answer.dates import Words
from graphmem.answer.fence import Draw, flat, marked, moment, random_marker
from graphmem.errors import ModelError
from graphmem.model.answer import AskRequest
from graphmem.model.evidence import Item
from graphmem.model.hit import Citation
from graphmem.model.plan import QueryPlan
from graphmem.ports.llm import LLM
from graphmem.prompts.construct import ConstructOutput, Decision, construct_prompt
from graphmem.together import together

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class KeepByModel:
    """KEEP or DROP, and compress, message by message (LazyMem, G.1).

    A part whose call fails keeps its messages as they were said, and so does a message without a decision.
    """

    llm: LLM
    words: Words
    draw: Draw = field(default=random_marker)

    async def __call__(
        self, request: AskRequest, plan: QueryPlan | None, parts: Sequence[Part]
    ) -> Sequence[Sequence[Kept]]:
        """Raises ConfigError; other failures of the model cost only the compression."""
        return await together(self._part(request, part) for part in parts)

    async def _part(self, request: AskRequest, part: Part) -> Sequence[Kept]:
        search = request.search
        items = [Item(number, each, 0, text=each.text) for number, each in enumerate(part, start=1)]
        fence, lines = marked(search.query, items, self.draw, self.words)
        prompt = construct_prompt(
            search.query,
            lines,
            fence=fence,
            today=moment(search.reference_time),
            scope=search.scope,
        )
        try:
            output = await self.llm.structured(prompt, ConstructOutput)
        except ModelError as error:
            _log.warning("a part of %d messages is read as it was said: %s", len(part), error)
            return [each.text for each in part]
        decisions: dict[int, Decision] = {}
        for each in output.decisions:
            decisions.setdefault(each.number, each)
        return [_kept(each, decisions.get(number)) for number, each in enumerate(part, start=1)]


def _kept(message: Citation, decision: Decision | None) -> Kept:
    if decision is None:
        return message.text
    return None if decision.op == "DROP" else flat(decision.text) or message.text
