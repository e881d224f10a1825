"""Records without an LLM: sentences, names for "I" and "you", dates for "yesterday", rules for types."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from graphmem.extract import time_expressions
from graphmem.extract.equal_records import merged
from graphmem.extract.local.candidates import Candidate, Limits, candidates
from graphmem.extract.local.parsing import parsed
from graphmem.extract.local.speakers import Speakers
from graphmem.extract.local.statements import Statement, state, state_foreign
from graphmem.extract.local.times import TimeDescriber, TimeFinder, dated
from graphmem.model.record import Encoding, RecordDraft, RecordType
from graphmem.model.turn import Turn

_LONGEST_RECORD = 400
_TO_SOMEBODY = re.compile(r" to [^\"]{1,60}: \"")
_TYPE_ORDER = (
    RecordType.FAILURE_PATTERN, RecordType.CONSTRAINT, RecordType.PREFERENCE, RecordType.PROCEDURE,
    RecordType.TOOL_AFFORDANCE, RecordType.EVENT, RecordType.FACT,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class LocalEncoder:
    """The encoder that needs no LLM (the local form of LycheeMemory V2, section 3.3).

    A sentence becomes a record when it states something: questions, greetings, thanks and praise give none.
    "I" becomes the speaker's name and "you" the other's where two people talk; where a name would be a guess
    the sentence is quoted. A sentence that leans on the one before ("It is special to me") joins it. A
    language other than English is quoted verbatim. Equal text is one record with all its evidence.

    limits: records per turn, so that a pasted document cannot flood the graph; its turn stays searchable.
    find_times, describe: the time resolver (see extract.time_expressions).
    """

    limits: Limits = field(default_factory=Limits)
    find_times: TimeFinder = field(default=time_expressions.find_times)
    describe: TimeDescriber = field(default=time_expressions.describe)

    async def encode(
        self, turns: Sequence[Turn], *, reference: str = "", note: str = "", scope: str = ""
    ) -> Encoding:
        """Records evidenced by these turns, in their order, and a note of who has spoken so far.

        reference is not read: these rules resolve nothing across segments but the speakers, which the note
        carries; nor is scope, since no model is asked. Runs in a worker thread. Raises ModelError when spaCy
        or its model fails.
        """
        return await asyncio.to_thread(self._encode, turns, note)

    def _encode(self, turns: Sequence[Turn], note: str) -> Encoding:
        speakers = Speakers.of(turns, note)
        worth = list(candidates(turns, speakers, self.limits))
        english = [one for one in worth if one.english]
        with parsed([one.sentence.text for one in english]) as docs:
            found = [self._statement(doc, one) for doc, one in zip(docs, english, strict=True)]
        known, ready = _known(speakers, found), iter(found)
        stated = [next(ready) if one.english else self._foreign(one, known) for one in worth]
        records = self._limited(_joined(worth, stated))
        return Encoding(merged(records), speakers.note)

    def _statement(self, doc: object, of: Candidate) -> Statement | None:
        return state(doc, of, dated(self.find_times(of.sentence.text, of.turn.said_at)), self.describe)

    def _foreign(self, of: Candidate, known: Sequence[str]) -> Statement | None:
        return state_foreign(of, dated(self.find_times(of.sentence.said, of.turn.said_at)), known)

    def _limited(self, records: Iterable[RecordDraft]) -> Iterator[RecordDraft]:
        seen: Counter[str] = Counter()
        for record in records:
            turn = record.evidence[-1]
            most = self.limits.assistant if record.source_role == "assistant" else self.limits.person
            if seen[turn] < most:
                seen[turn] += 1
                yield record


def _known(speakers: Speakers, stated: Iterable[Statement | None]) -> tuple[str, ...]:
    """Names that need no rule to be recognised: the people, and what the English sentences name."""
    named = [name for one in stated if one is not None for name in one.draft.entities]
    return tuple(dict.fromkeys((*speakers.names, *named)))


def _joined(worth: Sequence[Candidate], stated: Sequence[Statement | None]) -> Iterator[RecordDraft]:
    held: RecordDraft | None = None
    for of, statement in zip(worth, stated, strict=True):
        if statement is None:
            continue
        draft = statement.draft
        if held is not None and statement.leans and of.follows and _fits(held, draft):
            held = _sum(held, draft, of.cast.speaker)
            continue
        if held is not None:
            yield held
        held = draft
    if held is not None:
        yield held


def _fits(held: RecordDraft, draft: RecordDraft) -> bool:
    return held.evidence[-1] == draft.evidence[-1] and len(held.text) + len(draft.text) < _LONGEST_RECORD


def _sum(held: RecordDraft, draft: RecordDraft, speaker: str) -> RecordDraft:
    dated = held if held.interval is not None or draft.interval is None else draft
    kind = min(held.type, draft.type, key=_TYPE_ORDER.index)
    tags = [tag for tag in (*held.tags, *draft.tags) if tag not in set(RecordType)]
    return replace(
        held,
        type=kind,
        text=_read_on(held.text, draft.text, speaker),
        status=held.status or draft.status,
        entities=tuple(dict.fromkeys(held.entities + draft.entities)),
        tags=(*dict.fromkeys(tags), kind.value),
        time_text=dated.time_text,
        interval=dated.interval,
    )


def _read_on(first: str, second: str, speaker: str) -> str:
    """Two quotations of one speaker become one; who speaks is said once, and not at all of a fragment."""
    opening = second[: second.find('"') + 1]
    if opening and first.startswith(opening) and first.count('"') == second.count('"') == 2:
        return f"{first[:-1]} {second[len(opening) :]}"
    says = f"{speaker[:1].upper()}{speaker[1:]} said"
    rest = second.removeprefix(says)
    again = first.startswith(says) or f", {speaker} said: " in first
    if rest == second or not (again or rest.startswith(":")) or _TO_SOMEBODY.match(rest):
        return f"{first} {second}"
    rest = rest.removeprefix(":").lstrip()
    if not rest.startswith('"'):
        return f"{first} {rest[:1].upper()}{rest[1:]}"
    return f"{first[:-1]}, and: {rest}" if again and first.endswith(".") else f"{first} {second}"
