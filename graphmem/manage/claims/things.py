"""Clauses about what belongs to people: "Ana's phone number is …", "Ana's favourite colour is …"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.manage.claims.phrases import AT_PRESENT, PRESENT, ROLES, is_proper, person, trimmed
from graphmem.model.belief import Claim
from graphmem.model.keys import normalised

_WHOSE = r"^(?P<s>.{1,60}?)['’]s? "
_IS = rf"(?: (?:{AT_PRESENT}))? (?:is(?: (?:still|{AT_PRESENT}))*|has become|became) "
_NOT = r"(?:,? (?:not|and not|instead of|rather than) (?P<x>.+))?"
_CONTACT = re.compile(
    rf"{_WHOSE}{PRESENT}(?P<a>(?:\w+ )?(?:phone number|mobile number|number"
    rf"|e-?mail(?: address)?|address|postcode|zip code|username)){_IS}(?P<v>\S.*?){_NOT}$"
)
_CHANGED = re.compile(
    r"^(?P<s>.{1,60}?) (?:has )?(?:just )?changed (?P<p>.{1,60}?)['’]s "
    r"(?P<a>(?:\w+ )?(?:phone number|number|e-?mail(?: address)?|address|username)) "
    r"(?:from \S+ )?to (?P<v>\S+)$"
)
_FAVOURITE = re.compile(rf"{_WHOSE}{PRESENT}favou?rite (?P<a>[\w -]{{2,40}}?){_IS}(?P<v>.+?){_NOT}$")
_NAME = re.compile(rf"{_WHOSE}(?P<a>[\w -]{{2,40}}?)(?:['’]s name is| is (?:named|called)) (?P<v>.+?){_NOT}$")
_ROLE = re.compile(rf"{_WHOSE}{PRESENT}(?P<a>{'|'.join(sorted(ROLES))}){_IS}(?P<v>.+?){_NOT}$")
_BIRTHDAY = re.compile(rf"{_WHOSE}(?P<a>birthday|date of birth) is (?:on )?(?P<v>.+?){_NOT}$")
_NO_NAME = re.compile(
    r"(?:ish|ese|ian|can|man|ench|utch|elsh|eek|ech|wiss)$|\b(?:of|Officer|Director|Manager|Lead)\b|\bI$"
)
_ONE_WORD = re.compile(r"^(?!taken$|gone$|wrong$|free$)[\w.-]+$")
_NO_THING = re.compile(
    r"^(?!(?:spring|pudding|string|ring|king|wing|red|bed|seed|reed|shed|sled|weed)\b)"
    r"(?:[a-z]+ing|[a-z]+ed|(?:fully|very|too|so|really|quite|on|in|at|out|off|away|back|up|down|open"
    r"|gone|good|great"
    r"|bad|nice|best|better|worse|late|early|expensive|cheap|free|full|not|always|never|almost"
    r"|still)\b)(?: |$)"
)
_TODAY = re.compile(r"\b(?:today|so far|this (?:week|month|year)|currently playing)\b", re.I)


def belongings(clause: str) -> Iterator[Claim]:
    """The claims of one clause about something that somebody has one of."""
    for pattern, kind in (
        (_CONTACT, "contact"), (_CHANGED, "contact"), (_FAVOURITE, "favourite"), (_ROLE, "role"),
        (_BIRTHDAY, "birthday"), (_NAME, "name"),
    ):  # fmt: skip
        match = pattern.match(clause)
        if match and (who := person(match["s"])):
            yield from _claims(who, kind, match)
            return


def _fits(kind: str, attribute: str, value: str, told: str) -> bool:
    """Whether it is a value of the attribute: an address may be "hard to find", and a boss Irish."""
    if kind in ("role", "name"):
        return is_proper(value) and not (kind == "role" and _NO_NAME.search(value))
    if kind == "contact":
        return bool(re.search(r"[\d@]", value)) or (
            attribute.endswith("username") and bool(_ONE_WORD.match(value))
        )
    return not _TODAY.search(told) and not (kind == "favourite" and _NO_THING.match(value))


def _claims(who: str, kind: str, match: re.Match[str]) -> Iterator[Claim]:
    attribute, value = normalised(match["a"]), trimmed(match["v"])
    if kind == "favourite":
        attribute = f"favourite {attribute}"
    if kind == "name":
        attribute = f"name of {attribute}"
    if kind == "contact":
        attribute = re.sub(r"^e ?mail address$", "email", re.sub(r"\be mail\b", "email", attribute))
    if not value or not _fits(kind, attribute, value, match["v"]):
        return
    single = kind != "name" or match["a"].lower() in ROLES
    yield Claim(who, attribute, value, single=single, moved=match.re is _CHANGED)
    if "x" in match.re.groupindex and match["x"]:
        yield Claim(who, attribute, trimmed(match["x"]), holds=False, given=True)
