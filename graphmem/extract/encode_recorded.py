"""Records that somebody made already: looked up by the message that tells them, dated and connected here."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from graphmem.extract import time_expressions
from graphmem.extract.equal_records import merged
from graphmem.extract.local.names import entities
from graphmem.extract.local.parsing import parsed
from graphmem.extract.local.record_types import status_of, type_of
from graphmem.extract.local.speakers import assists, speaks
from graphmem.extract.local.times import TimeFinder, dated, dominant
from graphmem.extract.local.topics import topics
from graphmem.model.record import Encoding, RecordDraft
from graphmem.model.turn import Turn

Facts = Mapping[tuple[str, ...], Sequence[tuple[str, str]]]
"""(message id,), (session, message id) or (user, session, message id) → pairs of a text and its subject."""


@dataclass(frozen=True, slots=True)
class RecordedEncoder:
    """An encoder that reads its records from a list: recorded output of a model, or a data set's own.

    facts: what is told by a message, under the most exact key that is there. A text stays byte for byte; one
    that several messages of a segment tell is one record with all of them as evidence. Entities are whom it
    is about and the names in it; type, topics and date are found as the local encoder finds them, the date
    against the time of the first message that tells it.
    """

    facts: Facts
    find_times: TimeFinder = field(default=time_expressions.find_times)

    async def encode(
        self, turns: Sequence[Turn], *, reference: str = "", note: str = "", scope: str = ""
    ) -> Encoding:
        """The recorded records of these turns, in their order; the note is passed on.

        Runs in a worker thread. Raises ModelError when spaCy or its model fails.
        """
        return await asyncio.to_thread(self._encode, turns, note, scope)

    def _encode(self, turns: Sequence[Turn], note: str, scope: str) -> Encoding:
        told = [(turn, *fact) for turn in turns if speaks(turn) for fact in self._told(turn, scope)]
        with parsed([text for _, text, _ in told]) as docs:
            drafts = [self._draft(doc, *one) for doc, one in zip(docs, told, strict=True)]
        return Encoding(merged(drafts, same=str), note)

    def _told(self, turn: Turn, scope: str) -> Sequence[tuple[str, str]]:
        if turn.message_id is None:
            return ()
        exact = (scope, turn.session_uid, turn.message_id)
        found = next((self.facts[exact[n:]] for n in range(3) if exact[n:] in self.facts), ())
        return [(text, about) for text, about in found if text.strip()]

    def _draft(self, doc: object, turn: Turn, text: str, about: str) -> RecordDraft:
        when = dominant(dated(self.find_times(text, turn.said_at)))
        kind = type_of(doc, dated=when is not None and when.interval is not None)
        mentioned = tuple(dict.fromkeys(name for name in (about, *entities(doc)) if name))
        return RecordDraft(
            kind,
            text,
            (turn.uid,),
            subject=about,
            status=status_of(text),
            entities=mentioned,
            tags=(*topics(doc, mentioned), kind.value),
            time_text=when.text if when else "",
            interval=when.interval if when else None,
            source_role="assistant" if assists(turn) else "user",
        )
