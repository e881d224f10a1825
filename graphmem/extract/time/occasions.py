"""What is arranged, said in the present: "I have a flight on Friday", "there is a concert on Sunday"."""

from __future__ import annotations

from graphmem.extract.time.lexicon import words
from graphmem.extract.time.tokens import Tokens
from graphmem.text.sentences import ends_at

_OCCASIONS = words(
    """
    flight train bus ferry coach cruise trip journey tour connection layover departure appointment
    checkup exam examination test midterm final finals quiz interview audition rehearsal presentation
    talk lecture class lesson course session seminar webinar workshop conference congress summit
    deadline review demo launch release standup call shift inspection viewing hearing trial court
    delivery concert gig show performance recital play musical opera ballet festival parade exhibition
    premiere screening match game race marathon tournament final derby fight competition contest party
    wedding reception ceremony graduation funeral christening baptism reunion barbecue bbq picnic dinner
    lunch brunch breakfast date sleepover fundraiser auction gala ball prom birthday anniversary dentist
    doctor vet therapist physio surgery operation procedure scan ultrasound biopsy vaccination haircut
    reservation booking ticket tickets plans guests visitors event election vote strike sale fair market
    vacation holiday hike retreat camp training practice orientation handover move
    """
)
_PLURALS = frozenset(f"{word}{'es' if word.endswith(('s', 'ch', 'sh')) else 's'}" for word in _OCCASIONS)
_HAVING = words("have has ve")
_BEING = words("is are s re")
_INSIDE = words("from of about in on at for with since by")
_ENDS = frozenset("!?;\n")
_REACH = 25
_OBJECT = 7  # words at most from "have" or "there is" to the noun: "have my second job interview"


def ends_clause(t: Tokens, k: int) -> bool:
    """A sign at which a sentence ends; the full stop of "10 a.m. on Friday" is none."""
    return t.words[k] in _ENDS or (t.words[k] == "." and ends_at(t.text, t.starts[k]))


def is_ahead(t: Tokens, first: int, after: int) -> bool:
    """Whether its clause has, in the present, an occasion before the expression at `first`."""
    if t.phrase(after, ("of", "this")):
        return False  # "on Independence Day of this year"
    if t.word(first, "from", "since") or (first and t.word(first - 1, "from", "since")):
        return False
    if first and t.word(first - 1, "on") and t.numbers[first + 1] is None and _is_had(t, first - 1):
        return True  # whatever it is: "I have yoga on Friday"
    being = False
    for k in range(first - 1, max(-1, first - _REACH), -1):
        if ends_clause(t, k) or t.word(k, ":"):
            return False
        being = being or _is_being(t, k)
        if _is_occasion(t, k) and (being or _is_had(t, k)):
            return True
    return False


def _is_occasion(t: Tokens, k: int) -> bool:
    return t.words[k] in _OCCASIONS or t.words[k] in _PLURALS


def _is_being(t: Tokens, k: int) -> bool:
    """ "Is" of a thing, no 's of a possession: "our train is", "dinner's at eight", not "Luigi's"."""
    if t.words[k] != "s":
        return t.words[k] in _BEING
    return k > 1 and _is_occasion(t, k - 2)


def _is_had(t: Tokens, noun: int) -> bool:
    """ "Have a flight", "has got an exam", "there's a concert", "is there a game"."""
    for k in range(noun - 1, max(-1, noun - _OBJECT), -1):
        if t.words[k] in _INSIDE or ends_clause(t, k) or t.word(k, ","):
            return False
        if t.words[k] in _HAVING or t.word(k, "there") or (t.word(k, "got") and k and t.word(k - 1, "s")):
            return True
    return False
