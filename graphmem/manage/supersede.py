"""Which statement takes another's place: subject and attribute agree, and the newer excludes the older."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain

from graphmem.manage.claims.assertions import Assertion, assertion
from graphmem.manage.claims.phrases import covers, disjoint
from graphmem.manage.claims.plans import CLOCK, DATE, PLACE, PLANNED
from graphmem.manage.claims.reading import read
from graphmem.manage.claims.regions import comparable
from graphmem.manage.claims.retractions import Kind, Retraction, retractions, retracts, takes_back
from graphmem.manage.claims.states import AGE, LIVES, RELATIONSHIP, UNEQUAL, WORKS
from graphmem.model.belief import Claim, Names, Reading, Reason, Rivals, Statement, Supersession
from graphmem.model.keys import normalised

_ALSO_IN = (LIVES, WORKS)
"""Of which one may hold inside another: in Leeds and in Headingley, for British Airways and at Heathrow."""
_SAME_OCCASION = {DATE: timedelta(days=60), CLOCK: timedelta(days=2), PLACE: timedelta(days=60)}


def claim_key(text: str, speakers: Sequence[str] = (), source_role: str = "user") -> str:
    """The key under which a record is found by those that may exclude it; "" when it claims nothing."""
    reading = _reading(text, tuple(speakers), "", source_role)
    return reading.claims[0].key if reading.claims else ""


@dataclass(frozen=True, slots=True)
class _Read:
    """A statement with what it claims."""

    of: Statement
    reading: Reading


@dataclass(frozen=True, slots=True)
class SupersedeByRules:
    """Drafts supersessions without a language model.

    One statement takes another's place when both claim something of one subject and attribute, and the
    newer, by when it was true or else said, excludes what the older claims: by another value where there can
    be one only, by denying that very value, or by saying what it replaces. A statement that says more than
    the claim keeps its place. Events of one kind never exclude each other. What a statement takes back in so
    many words ("sold the Volvo") is looked for among what is near to it, too, whatever the attribute.
    """

    def looks_around(self, text: str) -> bool:
        """It may take something back."""
        return takes_back(text)

    def keys(self, fresh: Sequence[Statement], names: Names) -> tuple[str, ...]:
        """The keys of all that they claim, under all names."""
        claims = (claim for each in fresh for claim in _read(each).reading.claims)
        return tuple(sorted({key for claim in claims for key in names.keys(claim)}))

    async def judge(self, scope: str, rivals: Rivals) -> tuple[Supersession, ...]:
        """As `__call__`, for any user."""
        return self(rivals)

    def __call__(self, rivals: Rivals) -> tuple[Supersession, ...]:
        """At most one draft for each record that is to go: by the statement that came first after it."""
        found: dict[str, tuple[datetime, Supersession]] = {}
        said = {each.uid: each.said_at for each in _all(rivals)}
        drafts = (_draft(newer, older, rivals.names) for newer, older in _pairs(rivals))
        for draft in filter(None, chain(drafts, _taken_back(rivals))):
            held = found.get(draft.older)
            moment = draft.at or said[draft.newer]
            if held is None or (moment, draft.newer) < (held[0], held[1].newer):
                found[draft.older] = (moment, draft)
        return tuple(draft for _, (_, draft) in sorted(found.items()))


def _all(rivals: Rivals) -> Iterator[Statement]:
    return chain(rivals.fresh, *rivals.others.values(), *rivals.near.values())


def _taken_back(rivals: Rivals) -> Iterator[Supersession | None]:
    """What is near to a statement and is what it takes back, or takes it back."""
    asserted: dict[str, Assertion | None] = {}
    retracted: dict[str, tuple[Retraction, ...]] = {}
    for newer, older in _neighbours(rivals):
        if newer.uid not in retracted:
            retracted[newer.uid] = retractions(newer.text, newer.speakers, newer.said)
        if older.uid not in asserted:
            asserted[older.uid] = assertion(older.text, older.speakers)
        told, ahead = asserted[older.uid], _ahead(older, newer)
        for retraction in retracted[newer.uid] if told else ():
            in_time = ahead or retraction.kind is not Kind.PLAN
            if told and in_time and retracts(retraction, told, rivals.names):
                reason = Reason.CORRECTED if retraction.corrects or ahead else Reason.ENDED
                yield draft_of(newer, older, reason)


def _neighbours(rivals: Rivals) -> Iterator[tuple[Statement, Statement]]:
    """Pairs that are near, the newer first, where it may take something back; no assistant's."""
    for fresh in rivals.fresh:
        for other in rivals.near.get(fresh.uid, ()):
            newer = later_of(fresh, other)
            older = other if newer is fresh else fresh
            by_people = "assistant" not in (fresh.source_role, other.source_role)
            if newer is not None and by_people and takes_back(newer.text):
                yield newer, older


def _ahead(older: Statement, newer: Statement) -> bool:
    """What the older tells of had not begun yet, or had not taken place."""
    starts = (older.event_from, older.valid_from)
    return any(start is not None and start > newer.said_at for start in starts)


def _pairs(rivals: Rivals) -> Iterator[tuple[_Read, _Read]]:
    """Each pair that shares a key, the newer first."""
    known: dict[str, _Read] = {}
    seen: set[frozenset[str]] = set()
    for statement in rivals.fresh:
        mine = known.setdefault(statement.uid, _read(statement))
        keys = (key for claim in mine.reading.claims for key in rivals.names.keys(claim))
        for key in dict.fromkeys(keys):
            for other in rivals.others.get(key, ()):
                pair = frozenset((statement.uid, other.uid))
                if len(pair) == 1 or pair in seen:
                    continue
                seen.add(pair)
                theirs = known.setdefault(other.uid, _read(other))
                ordered = _in_order(mine, theirs)
                if ordered:
                    yield ordered


def _in_order(one: _Read, other: _Read) -> tuple[_Read, _Read] | None:
    """The newer and the older; None when nobody can tell."""
    if one.of.dated != other.of.dated and one.of.place[0] != other.of.place[0]:
        return None
    (a, b), (c, d) = _since(one), _since(other)
    if b < c:
        return other, one
    if d < a:
        return one, other
    first, second = (one.of.said_at, *_within(one, other)), (other.of.said_at, *_within(other, one))
    if first == second:
        return None
    return (one, other) if first > second else (other, one)


def _within(one: _Read, other: _Read) -> tuple[int, ...]:
    return (one.of.place[1],) if one.of.place[0] == other.of.place[0] else ()


def later_of(one: Statement, other: Statement) -> Statement | None:
    """Which of the two was said later; None when nobody can tell."""
    bare = _Read(one, Reading()), _Read(other, Reading())
    ordered = _in_order(*bare)
    return ordered[0].of if ordered else None


def draft_of(newer: Statement, older: Statement, reason: Reason) -> Supersession | None:
    """A supersession that somebody else decided on, with its end: the date of the newer, if that came after
    the older was said, else when the newer was said. None where the older had ended before, or is to stay.
    """
    changed = Reading((Claim("", "", "", moved=True),))
    read, former = _Read(newer, changed), _Read(older, Reading())
    return None if _said_before_edit(read, former) else _timed(read, former, reason)


def _since(one: _Read) -> tuple[datetime, datetime]:
    """Between when and when it became so: the date of a change, else when it was said."""
    said, start, end = one.of.said_at, one.of.event_from, one.of.event_to
    began = one.of.valid_from
    if began is not None and began < said and began != start:
        return began, began  # another product's export says since when it holds
    changed = any(claim.moved for claim in one.reading.claims) and not _planned(one.reading)
    if not changed or start is None or start > said:
        return said, said
    return start, min(end or said, said)


def _planned(reading: Reading) -> bool:
    return any(claim.attribute in PLANNED for claim in reading.claims)


def _draft(newer: _Read, older: _Read, names: Names) -> Supersession | None:
    if not older.reading.whole or _is_to_come(newer) or _said_before_edit(newer, older):
        return None
    for claim in older.reading.claims:
        reason = next(
            (why for by in newer.reading.claims if (why := _excludes(newer, by, older, claim, names))), None
        )
        if reason is not None:
            return _timed(newer, older, reason)
    return None


def _said_before_edit(newer: _Read, older: _Read) -> bool:
    """What a person wrote goes by what is said afterwards only."""
    return older.of.edited_at is not None and newer.of.said_at <= older.of.edited_at


def _is_to_come(newer: _Read) -> bool:
    start = newer.of.event_from
    dated = _planned(newer.reading) or newer.reading.corrects
    return not dated and start is not None and start > newer.of.said_at


def _timed(newer: _Read, older: _Read, reason: Reason) -> Supersession | None:
    if reason is Reason.CORRECTED:
        return Supersession(newer.of.uid, older.of.uid, reason)
    start, _ = _since(newer)
    since, _ = _since(older)
    at = start if start > max(older.of.said_at, since) else newer.of.said_at
    until = older.of.valid_to
    if until is not None and until <= at:
        return None  # it had ended before
    begun = older.of.valid_from
    if begun is not None and begun >= at:
        return None
    return Supersession(newer.of.uid, older.of.uid, reason, at)


def _excludes(newer: _Read, by: Claim, older: _Read, claim: Claim, names: Names) -> Reason | None:
    alike = (by.attribute, normalised(by.topic)) == (claim.attribute, normalised(claim.topic))
    if not alike or not names.same(by.subject, claim.subject):
        return None
    if claim.attribute in PLANNED:
        return Reason.CORRECTED if _replans(newer, by, older, claim) else None
    replaced = any(each.given and each.key == by.key for each in newer.reading.claims)
    told = by.moved or newer.reading.corrects
    if by.attribute in _ALSO_IN and by.holds and claim.holds and not told:
        return None
    if not (_contradicts(by, claim, replaced) or (newer.reading.corrects and _put_right(newer, by, claim))):
        return None
    return Reason.CORRECTED if newer.reading.corrects or by.attribute == "birthday" else Reason.ENDED


def _contradicts(by: Claim, claim: Claim, replaced: bool) -> bool:
    """replaced: the newer statement says what it replaces, and that alone goes."""
    if by.holds and claim.holds:
        return by.single and claim.single and not replaced and _differ(by, claim)
    if by.holds is claim.holds:
        return False
    if not by.holds:
        return _rid(by, claim) if by.moved else _same(by, claim)
    return _same(by, claim)


def _rid(by: Claim, claim: Claim) -> bool:
    """Whoever left "the bakery" left the small one, too: people have one such place of work."""
    same_firm = by.attribute == WORKS and normalised(claim.value).endswith(f" {normalised(by.value)}")
    return same_firm or covers(by.value, claim.value)


def _put_right(newer: _Read, by: Claim, claim: Claim) -> bool:
    """ "Actually, my dog's name is Rexy": one of the name kind, where there may be several."""
    if by.holds and claim.holds and by.attribute.startswith("name of"):
        return any(each.given for each in newer.reading.claims) is False and _differ(by, claim)
    return False


def _differ(by: Claim, claim: Claim) -> bool:
    if by.attribute == RELATIONSHIP:
        return _parted(by.value, claim.value)
    if by.attribute == LIVES and not comparable(by.value, claim.value):
        return False
    if by.attribute == AGE:
        return by.value.isdigit() and claim.value.isdigit() and int(by.value) > int(claim.value)
    if by.attribute.endswith(UNEQUAL):
        return not _same(by, claim)
    return disjoint(by.value, claim.value)


def _parted(now: str, before: str) -> bool:
    (status, _, name), (former, _, other) = now.partition(" "), before.partition(" ")
    if status == former:
        return status == "married" and bool(name and other) and disjoint(name, other)
    if status in ("engaged", "together"):
        return former != "married"
    if status in ("single", "separated", "divorced"):
        return not (name and other) or not disjoint(name, other)
    return True


def _same(by: Claim, claim: Claim) -> bool:
    return normalised(by.value) == normalised(claim.value)


def _replans(newer: _Read, by: Claim, older: _Read, claim: Claim) -> bool:
    """A plan is changed by words that say so, before it takes place; else it is another occasion."""
    told = newer.reading.corrects or by.moved or by.given
    if not told or not claim.holds or newer.of.said_at < older.of.said_at:
        return False
    ahead = older.of.event_to
    soon = newer.of.said_at - older.of.said_at <= _SAME_OCCASION[claim.attribute]
    given = [each.value for each in newer.reading.claims if each.given and each.key == by.key]
    past = claim.attribute == DATE and ahead is not None and ahead <= newer.of.said_at
    if not soon or (past and claim.value not in given):
        return False
    if not by.holds:
        return by.value in ("", claim.value)
    return not _same(by, claim) and (not given or claim.value in given)


def _read(statement: Statement) -> _Read:
    return _Read(
        statement, _reading(statement.text, statement.speakers, statement.said, statement.source_role)
    )


def _reading(text: str, speakers: Sequence[str], said: str, source_role: str) -> Reading:
    return Reading() if source_role == "assistant" else read(text, speakers, said)


def keyed(statements: Sequence[Statement]) -> Mapping[str, tuple[Statement, ...]]:
    """Statements by the key of their first claim, as a store of records keeps them."""
    found: dict[str, list[Statement]] = {}
    for each in statements:
        reading = _read(each).reading
        if reading.claims:
            found.setdefault(reading.claims[0].key, []).append(each)
    return {key: tuple(several) for key, several in found.items()}
