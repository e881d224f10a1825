"""Which statements may be read at all, and in what pieces: a wrong reading costs more than a missed one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from graphmem.manage.claims.phrases import AT_PRESENT, NOW

LONGEST = 300
"""Characters; what says more says more than one thing."""
_BRACKETS = re.compile(r"\s*\([^()]*\)")
_NOTED = re.compile(
    r"\b(?:on|in|at|until) (?=\d|the (?:week|morning|afternoon|evening|night))[^()]{2,40} "
    rf"\(((?:{NOW}))\)",
    re.I,
)
"""What the encoder makes of "today": "on 20 May 2024 (today)"."""
_PASSING = re.compile(rf"\b(?:{NOW})\b", re.I)
_PRESENT_APART = re.compile(rf"^({AT_PRESENT}),", re.I)
_PRESENT_FIRST = re.compile(rf"^({AT_PRESENT}) (?=\S)", re.I)
_DONE = re.compile(
    r"\b(?:sold|quit|moved (?:from|out|to)|resigned|retired|laid off|fired|got rid|gave away|traded in"
    r"|turned|married|divorced|engaged|broke up|split up|died)\b"
)
_RETURNED = re.compile(
    r"\b(?:and|but) (?:\w+ )?(?:came|moved|went|started|comes|moves|goes|got) (?:back|again|home)\b"
    r"|\band back\b",
    re.I,
)
_END = re.compile(r"[\s.!…;,]+$")
_CUE = (
    r"actually|correction|sorry(?! (?:for|about|to)\b)|oops|no wait|wait|scratch that|my mistake"
    r"|i was wrong|i misspoke"
)
_OPENING_CUE = re.compile(rf"^(?:{_CUE})\b[,:;!. -]*(?:but |no,? |i meant |i mean )?", re.I)
_NEWS = re.compile(
    r"^(?:(?:heads up|(?:bad|good|sad|great|big|small) news|fyi|by the way|btw|(?:quick |small |an? )?update"
    r"|just so you know|guess what|turns out|anyway|oh|ah|hey|yeah|okay|ok|well|right|so)(?:[,:;!. –-]+))+"
    r"|^(?:[\w'’-]+ ){0,4}(?:news|update|heads up)\b[^:]{0,50}: ",
    re.I,
)
_WRONG = re.compile(
    r"^[\w'’ ]{1,40}? (?:mis(?:remember(?:ed|s)|sp(?:oke|eaks)|reads?|typed|heard)|(?:was|is) (?:wrong"
    r"|mistaken)|got (?:that|it) wrong)(?: [^:]{1,40})?: ",
    re.I,
)
_MEANT = re.compile(r"^(?P<who>.{1,40}?) (?:meant|means)(?: that| to say)?:? (?=\S)", re.I)
_SHORT_TURN = 200
_DOUBTS = r"""if|unless|whether|until|till|might|could|would|should|shall|will|wo|(?-i:may)(?=\ [a-z])|must
    |wish\w*|hop(?:e|es|ing|ed)|want\w*|wanna|gonna|consider\w*|dream\w*|imagin\w*|pretend\w*|almost|nearly
    |maybe|perhaps|possibly|probably|apparently|supposedly|allegedly|heard|told|tells|says|asked|asks
    |wonder\w*|about\ to|intend\w*|decid\w*|agree\w*|try\w*|tries|tried|refus\w*|forgot|forget\w*|need\w*
    |lie[ds]?|jok\w+|example|instance|hypothetical\w*|once|sometimes|occasionally|temporarily|briefly
    |for\ a\ while|['’]d|['’]ll|feels?\ like|as\ if|like\ i"""
_UNSURE = re.compile(
    rf"""\b(?:{_DOUBTS}|plan(?:s|ned|ning)?|going\ to|think(?:s|ing)?|thought|guess\w*|suppos\w*
    |believes\ that|novel|film|movie\ where|story|character|game\ where|used\ to|when|whenever|before|formerly
    |previously)\b|[?"“”]|:""",
    re.I | re.X,
)
_DOUBT = re.compile(
    rf"""\b(?:{_DOUBTS}|plan(?:s|ned|ning)?\ to|going\ to\ (?!the\b|an?\b|my|his|her|their|our|[A-Z])
    |(?:novel|film|movie|story|character|game)\ (?:where|in\ which|about)|hardly|barely|not\ only|not\ just
    )\b|[?"“”]|:(?!\d)""",
    re.I | re.X,
)
_WHY = "which|who|whose|where|because|although|though|even though|so that|thanks to|due to"
_ASIDE = re.compile(rf",? \b(?:{_WHY}|since [A-Z]|as [A-Z]\w+ (?:is|was|has))\b.*$")
_STOP = r"(?<!\bMr)(?<!\bMs)(?<!\bDr)(?<!\bSt)(?<!\bMrs)(?<!\bProf)[.;!]"
_CLAUSE = r", (?=[A-Z][\w'’.-]*(?: [\w'’.-]+){0,4}? (?:is|are|has|lives|works|uses) )"
_AND = re.compile(rf"(?:{_STOP} |,? (?:and|but) |, (?:then|now) |,? so (?=[A-Z]|he |she |they )|{_CLAUSE})")
_HEARSAY = re.compile(
    r"\b(?:think(?:s|ing)?|thought|guess\w*|suppos\w*|believes?|reckons?|claims?)\b|[?\"“”]", re.I
)
_CORRECTS = re.compile(
    r"\b(?:mis(?:read|spoke|typed?|remembered|heard|said)|mistaken|typo|my bad"
    r"|(?:got|had|was) (?:it|that|this|them|the \w+)? ?(?:all )?(?:wrong|mixed up)"
    r"|mixed (?:it |that |them )?up|wrong (?:one|day|time|date|name|number|way))\b",
    re.I,
)
_BREAK = re.compile(rf"(?:{_STOP} |,? (?:and|but|so) |, (?:then|now) | [–—-] |{_CLAUSE})")
_NAMED = re.compile(r"\b[A-Z][a-z]+")
_PRONOUN = re.compile(r"^(?:he|she|they)(?= |['’])", re.I)
_REASON = re.compile(rf",? \b(?:{_WHY}|since (?=[A-Z])|as (?=[A-Z]))\b.*$")
_ADDED = r"(?:always|sometimes|perhaps|besides|it['’]?s|is|its|this|towards)\b"
_SECOND = re.compile(
    rf"^(?:also |then )?(?!{_ADDED})[a-z]+[^s\W]s\b|^(?:he|she|they|we|i)\b",
    re.I,
)
_OTHERS = re.compile(r" and others\b")
_SMILE = re.compile(r"\s*(?<!\w)[:;]-?[()DPp](?!\w)")


@dataclass(frozen=True, slots=True)
class Wording:
    """A statement without its wrapping. pieces: its clauses, without brackets and asides.

    complete: nothing was cut off. corrects: it was opened by a word that takes something back.
    """

    pieces: tuple[str, ...] = ()
    complete: bool = False
    corrects: bool = False


def unwrapped(text: str, speakers: Iterable[str], said: str = "") -> Wording:
    """The clauses of a statement; none when it is a question, a quotation, a doubt, a plan or hearsay.

    speakers: whose own words it renders: "Ana said the meeting is on Monday" is what Ana states, unless
    somebody else repeats it. said: the turn's text, whose opening may take something back.
    """
    text, corrects = _bare(text, speakers)
    if _UNSURE.search(_BRACKETS.sub("", text)):
        return Wording()
    text = _OTHERS.sub("", _END.sub("", _BRACKETS.sub("", text)))
    kept = _ASIDE.sub("", text)
    return Wording(_split(_AND, kept), kept == text, corrects or corrected_by(text, said))


def bare(text: str, speakers: Iterable[str]) -> str:
    """A statement without who said it, an opening word, brackets and the sign at its end."""
    told, _ = _bare(text, speakers)
    return _OTHERS.sub("", _END.sub("", _BRACKETS.sub("", told)))


def corrected_by(text: str, said: str) -> bool:
    """Whether a statement, or the short turn in which it was made, takes something back."""
    short = said if len(said) <= _SHORT_TURN else ""
    return any(_OPENING_CUE.match(each.strip()) or _CORRECTS.search(each) for each in (text, short))


def pieces(text: str) -> tuple[str, ...]:
    """The clauses of a bare statement."""
    return _split(_BREAK, text)


def _split(where: re.Pattern[str], text: str) -> tuple[str, ...]:
    return tuple(filter(None, (present_last(_END.sub("", each).strip()) for each in where.split(text))))


def present_last(clause: str) -> str:
    """ "These days Ana lives in Lyon" as "Ana lives in Lyon these days": rules read such words behind."""
    found = _PRESENT_FIRST.match(clause)
    return f"{clause[found.end() :]} {found[1].lower()}" if found else clause


def told_of(piece: str, subject: str, before: str) -> str:
    """A clause that begins with "he", "she" or "they", as one of the person of the clause before, if that
    names nobody else.
    """
    others = _NAMED.search(before.replace(subject, "")) if subject else None
    return _PRONOUN.sub(subject, piece) if subject and not others else piece


def is_passing(clause: str) -> bool:
    """What is so for a day or a week, which ends nothing that lasts; what is done for good may be."""
    return bool(_PASSING.search(closed(clause))) and not _DONE.search(clause)


def has_returned(text: str) -> bool:
    """What ended has begun again."""
    return _RETURNED.search(text) is not None


def closed(clause: str) -> str:
    """Without what is added after a comma, and without reasons."""
    return _END.sub("", _REASON.sub("", clause).split(", ")[0])


def doubtful(text: str) -> bool:
    """A question, a quotation, a wish, a plan, hearsay."""
    return any(_DOUBT.search(closed(piece)) for piece in pieces(text)) or _HEARSAY.search(text) is not None


def is_whole(text: str) -> bool:
    """A bare statement says one thing, with no more than an addition after a comma."""
    first, *added = text.split(", ")
    return (
        not _REASON.search(text)
        and len(pieces(first)) == 1
        and not any(len(pieces(each)) > 1 or _SECOND.match(each) for each in added)
    )


def _bare(text: str, speakers: Iterable[str]) -> tuple[str, bool]:
    """Without an opening word and who said it, and whether the opening takes something back."""
    names = tuple(speakers)
    text, corrects = _opened(_NOTED.sub(r"\1", _SMILE.sub("", text)))
    text = _PRESENT_APART.sub(r"\1", text)
    for wrapping in (f"{name} said{how}" for name in names for how in (": ", " that ", " ")):
        if text.lower().startswith(wrapping.lower()):
            text, also = _opened(text[len(wrapping) :])
            return text, corrects or also
    meant = _MEANT.match(text)
    if meant and meant["who"].lower() in {name.lower() for name in names}:
        return text[meant.end() :], True
    return text, corrects


def _opened(text: str) -> tuple[str, bool]:
    if wrong := _WRONG.match(text):
        return text[wrong.end() :], True
    text = text[said.end() :] if (said := _NEWS.match(text)) else text
    cue = _OPENING_CUE.match(text)
    return (text[cue.end() :], True) if cue else (text, False)
