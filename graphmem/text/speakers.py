"""Where a text names people who are known, and where it only uses a word that is spelt alike."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.text.words import pattern_of

_WORDS = frozenset(
    """
    will may mark rose grace bill art hope faith sunny chase drew frank pat rob sue joy dawn ivy iris
    lily daisy violet olive summer autumn winter hunter mason carter cook king max jack ray gene guy
    dick don dean earl duke penny ruby pearl amber ginger robin jay wade grant lance miles nick peg pip
    reed rich rusty sandy scout skip stone storm sky star trip ward wren brook brooks cliff clay dale
    dusty flora forest glen heath holly honor jade jewel justice lane liberty major marina melody merit
    mercy patience prudence charity chance chuck colt crystal curt dash destiny ernest fern gale harmony
    hazel herb jasmine josh kit lark laurel matt mike nova page peach pierce piper poppy price prince
    queen rain randy raven red river rocky rod rowan sage saint serenity shade silver sonny spike
    sterling tanner taylor teddy trinity true van victor willow woody young angel bishop buddy carol
    case cash cat cherry christian dot eve fox gray happy hardy jet pepper phoenix ram sol tiger wolf
    lee bud blue bear
    """.split()
)
"""First names that are words of English as well; beside them are those of the calendar."""
_CALENDAR = frozenset(
    """
    january february march april may june july august september october november december jan monday
    tuesday wednesday thursday friday saturday sunday mai juni juli
    """.split()
)
_MODAL = frozenset(("will", "may"))
_MASS = frozenset(
    "hope faith grace art joy rain justice patience charity mercy harmony serenity liberty".split()
)
_DATING = frozenset(
    "in since until till during last next this every each early late mid on throughout".split()
)
_PERHAPS_DATING = frozenset("before after by through between".split())
_SPAN = re.compile(r"\s*(?:to|until|till|onwards?|through|[-–—]|\d)", re.IGNORECASE)
_PART_OF = re.compile(
    r"(?:\d(?:st|nd|rd|th)?|end|beginning|start|middle|half|week|weekend|month|day|days|rest|course|fifth|first)"
    r"\s+of\s+\Z",
    re.IGNORECASE,
)
_ANOTHER = re.compile(
    rf"\b(?:{'|'.join(sorted(_CALENDAR))})\s*(?:,|and|or|to|until|[-–—])\s*\Z", re.IGNORECASE
)
_ARTICLES = frozenset(
    "the a an my your his her its our their this that these those some any no every each i we you to".split()
)
_HELPERS = frozenset("did does had has would could should do is was were are 's".split())
_BESIDE = frozenset("with about from by and or than like of for to tell told ask asked meet met".split())
_PAST = frozenset(
    """
    is was has had does did says said told tells went goes got gets made makes came comes saw took gave
    found ran wrote broke chose drove ate fell felt flew forgot grew heard held kept knew left lost met
    paid read rode sang sat sent slept sold spent spoke taught thought wore won brought built bought
    caught drank would could should
    """.split()
)
_BEFORE = re.compile(r"([^\W_]+(?:['’][^\W_]+)?)\s+\Z")
_AFTER = re.compile(r"\s+([^\W_]+)")
_OF = re.compile(r"['’]s(?!\w)")
_OPENING = re.compile(r"(?:\A|[.!?:;…\n])[\s\"'“”‘’(¿¡-]*\Z")
_CAPITAL_INSIDE = re.compile(r"(?<![.!?:;…\n])(?<=\S)\s+[\"'“‘(]*([^\W\d_]+)")
_AROUND = 60


def mentions(text: str, names: Sequence[str]) -> dict[str, list[tuple[int, int]]]:
    """[start, end) of the places where names stand, with their 's, by name in the order of `names`.

    Of names that overlap the longest counts: "王小明" does not name 王小. Names that are words too ("Will",
    "May", "Rose") count as they are written, and by their place: no month ("in May"), and no verb that opens
    a question ("Will Ana come?"). In a text all in small letters or all in capitals the place alone tells.
    """
    found: dict[str, list[tuple[int, int]]] = {name: [] for name in names}
    taken: list[tuple[int, int]] = []
    for name in sorted(found, key=len, reverse=True):
        for match in pattern_of(name, any_case=True).finditer(text):
            start, end = match.span()
            overlaps = any(start < after and before < end for before, after in taken)
            if overlaps or not _is_meant(_Place.of(text, start, end), name):
                continue
            possessive = _OF.match(text, end)
            taken.append((start, possessive.end() if possessive else end))
            found[name].append(taken[-1])
    return {name: places for name, places in found.items() if places}


@dataclass(frozen=True, slots=True)
class _Place:
    """A name in its text. before, after: the words beside it in small letters, "" where a sign comes between.

    left, right: the text on either side; opens: it opens a sentence; cased: the text tells names by capitals.
    """

    word: str
    left: str
    right: str
    before: str
    after: str
    opens: bool
    cased: bool

    @classmethod
    def of(cls, text: str, start: int, end: int) -> _Place:
        left, right = text[max(0, start - _AROUND) : start], text[end : end + _AROUND]
        before, after = _BEFORE.search(left), _AFTER.match(right)
        return cls(
            text[start:end],
            left,
            right,
            before[1].casefold() if before else "",
            after[1] if after else "",
            bool(_OPENING.search(left)),
            _tells_names_by_capitals(text),
        )

    @property
    def is_capital(self) -> bool:
        return self.word[0].isupper()

    @property
    def owns(self) -> bool:
        return _OF.match(self.right) is not None

    @property
    def acts(self) -> bool:
        """A verb follows that somebody does or did."""
        plain = self.after.casefold()
        return self.after.islower() and (plain in _PAST or (len(plain) > 3 and plain.endswith(("s", "ed"))))


def _is_meant(place: _Place, name: str) -> bool:
    plain = name.casefold()
    if place.word[0].lower() == place.word[0].upper():
        return True  # a script without capitals
    if plain in _CALENDAR and _is_date(place):
        return False
    if plain not in _WORDS | _CALENDAR:
        return place.is_capital or place.before not in _ARTICLES
    if not place.cased or (not place.is_capital and name[0].islower()):
        return place.owns or _stands_as_name(place, plain)
    return place.is_capital and (place.owns or not place.opens or _opens_as_name(place, plain))


def _is_date(place: _Place) -> bool:
    """ "In May", "last May", "3 May", "May 2024", "before May", "from May to July", "in April and May"."""
    dated = place.before in _DATING or place.before[:1].isdigit() or place.after[:1].isdigit()
    spans = place.before in ("from", "between") and _SPAN.match(place.right)
    perhaps = place.before in _PERHAPS_DATING and not place.acts and not place.owns
    return bool(dated or spans or perhaps or _PART_OF.search(place.left) or _ANOTHER.search(place.left))


def _opens_as_name(place: _Place, plain: str) -> bool:
    """ "Will bought it", "Rose and Ana", "Mark?"; not "Will Ana come", "Mark the day", "Hope it works"."""
    if place.acts or place.after in ("and", "or") or place.right.lstrip()[:1] in (",", ""):
        return True
    return plain not in _MODAL and not place.after and place.right.strip(" ?!.") == ""


def _stands_as_name(place: _Place, plain: str) -> bool:
    """Without capitals: behind a verb that asks ("did will go"), or beside what goes with people."""
    if place.opens:
        return place.acts
    asked = place.before in _HELPERS and not (plain in _MASS and place.before in ("is", "was", "are", "were"))
    beside = place.before in _BESIDE and plain not in _MASS | _MODAL
    return asked or beside


def _tells_names_by_capitals(text: str) -> bool:
    """Whether capitals tell anything: not in a text of small letters throughout, nor of capitals."""
    if text.upper() == text:
        return False
    return any(
        word[1][0].isupper() and word[1] not in ("I", "I'm") for word in _CAPITAL_INSIDE.finditer(text)
    )
