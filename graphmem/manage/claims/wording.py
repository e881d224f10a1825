"""Which statements may be read at all, and in what pieces: a wrong reading costs more than a missed one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

_BRACKETS = re.compile(r"\s*\([^()]*\)")
_END = re.compile(r"[\s.!…;,]+$")
_CUE = r"actually|correction|sorry|oops|no wait|wait|scratch that|my mistake|i was wrong|i misspoke"
_OPENING_CUE = re.compile(rf"^(?:{_CUE})\b[,:;!. -]*(?:but |no,? |i meant |i mean )?", re.I)
_MEANT = re.compile(r"^(?P<who>.{1,40}?) (?:meant|means)(?: that| to say)?:? (?=\S)", re.I)
_SHORT_TURN = 200
_UNSURE = re.compile(
    r"""\b(?:if|unless|whether|until|till|might|could|would|should|shall|will|wo|may(?=\ [a-z])|must|wish\w*
    |hop(?:e|es|ing|ed)|want\w*|wanna|plan(?:s|ned|ning)?|going\ to|gonna|consider\w*|dream\w*|imagin\w*
    |pretend\w*|almost|nearly|maybe|perhaps|possibly|probably|apparently|supposedly|allegedly|think\w*
    |thought|guess\w*|suppos\w*|believes\ that|heard|told|tells|says|asked|asks|wonder\w*|about\ to|intend\w*
    |decid\w*|agree\w*|try\w*|tries|tried|refus\w*|forgot|forget\w*|need\w*|novel|film|movie\ where|story
    |character|game\ where|lie[ds]?|jok\w+|example|instance|hypothetical\w*|used\ to|once|back\ when|when
    |whenever|sometimes|occasionally|temporarily|briefly|for\ a\ while|for\ now|would\ have|['’]d|['’]ll
    |used\ to\ be|before|formerly|previously|feels?\ like|as\ if|like\ i)\b|[?"“”]|:""",
    re.I | re.X,
)
_ASIDE = re.compile(
    r",? \b(?:which|who|whose|where|because|since [A-Z]|as [A-Z]\w+ (?:is|was|has)|although|though"
    r"|even though|so that|so [A-Z]|while|after|thanks to|due to)\b.*$"
)
_AND = re.compile(r"(?:[.;] |,? (?:and|but) |, (?:then|now) )")
_OTHERS = re.compile(r"^((?:The )?[\w'’-]+(?: [A-Z][\w'’-]*)*) and others\b")


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
    corrects = corrects or _takes_back(said)
    text = _OTHERS.sub(r"\1", _END.sub("", _BRACKETS.sub("", text)))
    kept = _ASIDE.sub("", text)
    pieces = tuple(piece for piece in (_END.sub("", each).strip() for each in _AND.split(kept)) if piece)
    return Wording(pieces, kept == text, corrects)


def _bare(text: str, speakers: Iterable[str]) -> tuple[str, bool]:
    opened = _OPENING_CUE.match(text)
    corrects = opened is not None
    text = text[opened.end() :] if opened else text
    for speaker in speakers:
        for wrapping in (f"{speaker} said: ", f"{speaker} said that ", f"{speaker} said "):
            if text.lower().startswith(wrapping.lower()):
                rest = text[len(wrapping) :]
                return rest, corrects
    meant = _MEANT.match(text)
    if meant and meant["who"].lower() in {speaker.lower() for speaker in speakers}:
        return text[meant.end() :], True
    return text, corrects


def _takes_back(said: str) -> bool:
    return len(said) <= _SHORT_TURN and bool(_OPENING_CUE.match(said.strip()))
