"""A model's records as drafts that the turns bear out; what they do not bear out is mended, or dropped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.extract.equal_records import merged
from graphmem.extract.grounding.dates import Said, Told, Verdict, date_of, explained
from graphmem.extract.grounding.evidence import from_one, quoted_in, within
from graphmem.extract.grounding.names import Names
from graphmem.extract.local.sentences import is_filler
from graphmem.extract.local.speakers import assists, is_name, shown
from graphmem.extract.local.times import TimeFinder
from graphmem.model.record import RecordDraft, RecordType
from graphmem.model.turn import Turn
from graphmem.prompts.encode import EncodedRecord
from graphmem.text.words import pattern_of

MOST_ENTITIES = 16
MOST_TAGS = 6
LONGEST_TEXT = 2000
LONGEST_TAG = 60
_STATUSES = ("planned", "ended", "ongoing")
_WISHES = (RecordType.CONSTRAINT, RecordType.PREFERENCE)
_TYPES = {kind.value: kind for kind in RecordType}


@dataclass(frozen=True, slots=True)
class Part:
    """A turn, or a piece of a long one, as a model reads it."""

    turn: Turn
    text: str


@dataclass(slots=True)
class Drafting:
    """Turns one answer into drafts; mended counts what was put right or dropped."""

    parts: Sequence[Part]
    names: Names
    find_times: TimeFinder
    mended: Counter[str]

    def __call__(self, records: Sequence[EncodedRecord]) -> tuple[RecordDraft, ...]:
        """Drafts in the order of the records, equal texts as one."""
        answers = [record.evidence_turns for record in records]
        first = 1 if from_one(answers, len(self.parts)) else 0
        if first:
            self.mended["turns counted from one"] += 1
        drafts = (self._draft(record, first) for record in records)
        return merged(draft for draft in drafts if draft is not None)

    def _draft(self, record: EncodedRecord, first: int) -> RecordDraft | None:
        text = self._named(" ".join(record.text.split()))
        if "text" not in record.model_fields_set:
            self.mended["records without text"] += 1
            return None
        if is_filler(text):
            self.mended["records without substance"] += 1
            return None
        if len(text) > LONGEST_TEXT:
            self.mended["records too long"] += 1
            return None
        places = self._evidence(record, text, first)
        if not places:
            self.mended["records without evidence"] += 1
            return None
        return self._built(record, text, [self.parts[place] for place in places])

    def _built(self, record: EncodedRecord, text: str, evidence: Sequence[Part]) -> RecordDraft:
        entities, text = self._entities(record, text)
        role = _role(evidence)
        kind = self._kind(record.type)
        if role == "assistant" and kind in _WISHES:
            kind = RecordType.FACT  # it repeats somebody's wish, or advises; wishes are people's
        said = [Said(part.text, part.turn.said_at) for part in evidence]
        temporal = record.temporal
        told = Told(temporal.t_ref, temporal.t_valid_from, temporal.t_valid_to)
        when = date_of(text, told, said, self.find_times)
        if when.verdict is not Verdict.FINE:
            self.mended[f"dates {when.verdict}"] += 1
        at = next((one.at for one in reversed(said) if one.at), None)
        return RecordDraft(
            kind,
            explained(text, at, self.find_times),
            tuple(dict.fromkeys(part.turn.uid for part in evidence)),
            subject=self._subject(record.subject),
            status=self._status(record.status),
            entities=entities,
            tags=(*self._tags(record.tags), kind.value),
            time_text=when.text,
            interval=when.interval,
            source_role=role,
        )

    def _evidence(self, record: EncodedRecord, text: str, first: int) -> tuple[int, ...]:
        numbers = record.evidence_turns
        places = within(numbers, len(self.parts), first=first)
        if len(places) < len(set(numbers)):
            self.mended["evidence out of range"] += 1
        if not numbers and len(self.parts) == 1:
            return (0,)  # a text without fields, mostly; nothing else was read
        return places or quoted_in(text, [part.text for part in self.parts])

    def _entities(self, record: EncodedRecord, text: str) -> tuple[tuple[str, ...], str]:
        """The names that the turns hold, as they spell them, and the text with that spelling."""
        kept: dict[str, None] = {}
        for name in (" ".join(each.split()) for each in record.entities):
            spelled = self.names.spelled(name)
            if not spelled:
                self.mended["names dropped"] += 1
                continue
            if spelled != name:
                self.mended["names corrected"] += 1
                text = _replaced(text, name, spelled)
            kept[spelled] = None
        self._count("names dropped", len(kept) - MOST_ENTITIES)
        return tuple(kept)[:MOST_ENTITIES], text

    def _tags(self, tags: Sequence[str]) -> tuple[str, ...]:
        clean = [" ".join(tag.lower().split()) for tag in tags]
        fit = [tag for tag in clean if tag and len(tag) <= LONGEST_TAG]
        kept = tuple(dict.fromkeys(tag for tag in fit if tag not in _TYPES))  # the record's own type is added
        self._count("tags dropped", len(clean) - len(fit) + max(0, len(kept) - MOST_TAGS))
        return kept[:MOST_TAGS]

    def _kind(self, given: str) -> RecordType:
        name = "_".join(given.lower().replace("-", " ").replace("_", " ").split())
        self._count("types unknown", int(bool(name) and name not in _TYPES))
        return _TYPES.get(name, RecordType.FACT)

    def _status(self, given: str) -> str:
        status = given.strip().lower()
        self._count("statuses unknown", int(bool(status) and status not in _STATUSES))
        return status if status in _STATUSES else ""

    def _count(self, what: str, times: int) -> None:
        """None, and fewer than none, are not told."""
        if times > 0:
            self.mended[what] += times

    def _subject(self, subject: str) -> str:
        """As the turns spell it; a description ("Ana's sister") when they hold every name in it; else ""."""
        whole = " ".join(subject.split())
        spelled = self.names.spelled(whole)
        words = [word.strip(".,;:!?()\"'") for word in whole.replace("’s", "").replace("'s", "").split()]
        named = [word for word in words if word[:1].isupper() and word.lower() != "the"]
        kept = spelled or (whole if all(self.names.spelled(word) for word in named) else "")
        self._count("subjects dropped", int(bool(whole) and not kept))
        return kept

    def _named(self, text: str) -> str:
        """With the name of the one person who speaks for "the user"."""
        people = {shown(part.turn) for part in self.parts if not assists(part.turn)}
        name = next(iter(people), "")
        if len(people) != 1 or not is_name(name):
            return text
        return _replaced(_replaced(text, "The user", name), "the user", name)


def _replaced(text: str, old: str, new: str) -> str:
    return pattern_of(old).sub(lambda _: new, text)


def _role(evidence: Sequence[Part]) -> str:
    assisted = [assists(part.turn) for part in evidence]
    return "assistant" if all(assisted) else "both" if any(assisted) else "user"
