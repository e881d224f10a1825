"""Statements that were remembered elsewhere: each is a record as it stands, whatever encodes the rest."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from graphmem.model.keys import normalised
from graphmem.model.record import Encoding, RecordDraft, RecordType
from graphmem.model.stated import MEMORY, times, told
from graphmem.model.turn import Turn
from graphmem.ports import Encoder

_NOBODY: Final = {"user", "the user", "assistant", "the assistant"}
_TYPES: Final = {kind.value: kind for kind in RecordType}
MOST: Final = 16
"""Names and tags of a statement, each."""


@dataclass(frozen=True, slots=True)
class StatedEncoder:
    """Turns of the role "memory" become one record each, word for word; the others are left to `said`.

    What an export told about a statement stands in the turn's metadata under "statement": type, subject,
    entities, tags, valid_from, valid_to, recorded_at, superseded_at, all optional. What it does not tell is
    read from the words by `names`, without asking a model.
    """

    said: Encoder
    names: Encoder

    async def encode(
        self, turns: Sequence[Turn], *, reference: str = "", note: str = "", scope: str = ""
    ) -> Encoding:
        """See ports.Encoder."""
        stated = [turn for turn in turns if turn.role == MEMORY]
        if not stated:
            return await self.said.encode(turns, reference=reference, note=note, scope=scope)
        spoken = [turn for turn in turns if turn.role != MEMORY]
        encoding = Encoding((), note)
        if spoken:
            encoding = await self.said.encode(spoken, reference=reference, note=note, scope=scope)
        drafts = await self._drafts(stated)
        return replace(encoding, records=(*encoding.records, *drafts))

    async def _drafts(self, turns: Sequence[Turn]) -> list[RecordDraft]:
        read: dict[str, list[RecordDraft]] = defaultdict(list)
        found = await self.names.encode([replace(turn, role="user") for turn in turns])
        for draft in found.records:
            for turn_uid in draft.evidence:
                read[turn_uid].append(draft)
        return [_draft(turn, read[turn.uid]) for turn in turns]


def _draft(turn: Turn, read: Sequence[RecordDraft]) -> RecordDraft:
    metadata = json.loads(turn.metadata_json)
    known = told(metadata)
    dated = next((draft for draft in read if draft.interval), None)
    kind = _TYPES.get(str(known.get("type"))) or (read[0].type if read else RecordType.FACT)
    named = _texts(known.get("entities")) or _named(turn.text, read)
    tags = [tag.casefold() for tag in _texts(known.get("tags"))]
    tags += [tag for draft in read for tag in draft.tags if tag not in _TYPES]
    return RecordDraft(
        kind,
        turn.text,
        (turn.uid,),
        subject=str(known.get("subject") or (read[0].subject if read else "")),
        status=read[0].status if read else "",
        entities=tuple(dict.fromkeys(named))[:MOST],
        tags=(*tuple(dict.fromkeys(tags))[:MOST], kind.value),
        time_text=dated.time_text if dated else "",
        interval=dated.interval if dated else None,
        stated=times(metadata),
    )


def _named(text: str, read: Sequence[RecordDraft]) -> list[str]:
    """The names in it, first of whom it speaks: "Ana plays tennis" begins with hers."""
    subjects = [draft.subject for draft in read if draft.subject and text.startswith(draft.subject)]
    heads = [each for each in subjects if each.istitle() and normalised(each) not in _NOBODY]
    return [*heads, *(name for draft in read for name in draft.entities)]


def _texts(value: Any) -> list[str]:
    given = value if isinstance(value, list) else []
    return [" ".join(each.split()) for each in given if isinstance(each, str) and each.strip()]
