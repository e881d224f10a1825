"""A statement's text to its claims."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from graphmem.manage.claims.phrases import opened_by
from graphmem.manage.claims.plans import PLANNED, plans
from graphmem.manage.claims.states import states
from graphmem.manage.claims.things import belongings
from graphmem.manage.claims.wording import (
    LONGEST,
    closed,
    has_returned,
    is_passing,
    is_whole,
    told_of,
    unwrapped,
)
from graphmem.model.belief import Claim, Reading
from graphmem.text.words import UPPER, nfc

_PAIR = re.compile(
    r"^(.{1,40}? and .{1,40}?) (?:have |has )?(?:just )?(?:got |gotten )?"
    r"(?:divorced|broke|broken|split|separated|married|engaged)\b"
)
_PLACE = re.compile(rf", (?:(?:in|near) )?[{UPPER}]")
_INSTEAD = re.compile(r"^(?P<kept>.+?),? (?:not|and not) (?:at |in |for |on )?(?P<x>[\w@.:' -]{1,60})$")


def read(text: str, speakers: Iterable[str] = (), said: str = "") -> Reading:
    """What a text claims; nothing where there is doubt.

    speakers: of the turns behind it. said: what they said, whose opening may take something back.
    """
    if len(text) > LONGEST:
        return Reading()
    wording = unwrapped(nfc(text), tuple(map(nfc, speakers)), nfc(said))
    pieces = wording.pieces
    if len(pieces) == 2 and _PAIR.match(joined := " and ".join(pieces)):
        pieces = (joined,)
    claims = () if has_returned(" and ".join(pieces)) else tuple(_claims(pieces))
    denied = any(claim.given and not claim.moved for claim in claims)
    keys = {claim.key for claim in claims if claim.holds} or {claim.key for claim in claims}
    whole = (wording.complete or is_whole(text)) and len(pieces) == 1 and len(keys) == 1
    return Reading(claims, whole, wording.corrects or (denied and any(claim.holds for claim in claims)))


def _changes(claim: Claim) -> bool:
    """It would end something that lasts, which nothing does that is of today."""
    return claim.attribute not in PLANNED and (not claim.holds or claim.single)


def _claims(pieces: Iterable[str]) -> Iterator[Claim]:
    subject = ""
    before = ""
    for said in pieces:
        piece = told_of(said, subject, before)
        before = piece
        found = next(
            filter(None, (list(_of(each, subject)) for each in (_cut(piece), piece, closed(piece)))), []
        )
        who, _ = opened_by(piece)
        subject = who[0] if len(who) == 1 else subject
        passing = is_passing(piece)
        yield from (each for each in found if not (passing and _changes(each)))


def _cut(piece: str) -> str:
    """Without what is added after a comma, unless that may name something: "Paris, France"."""
    first = closed(piece)
    return piece if _PLACE.match(piece[len(first) :]) else first


def _of(piece: str, subject: str) -> Iterator[Claim]:
    for reader in (belongings, plans):
        if found := list(reader(piece)):
            yield from found
            return
    instead = _INSTEAD.match(piece)
    kept = list(states(instead["kept"], subject)) if instead else []
    if not instead or not kept:
        yield from states(piece, subject)
        return
    yield from kept
    if kept[0].single:
        yield Claim(kept[0].subject, kept[0].attribute, instead["x"].strip().casefold(), False, given=True)
