"""Do the verbs around an expression speak of the past or of the future?"""

from __future__ import annotations

from graphmem.extract.time.lexicon import ONES, UNITS, words
from graphmem.extract.time.occasions import ends_clause, is_ahead
from graphmem.extract.time.tokens import Tokens

_FUTURE = words(
    "will ll shall gonna wanna gotta plan plans planning hope hoping hopefully should must need want "
    "wants let lets expect expecting intend intending upcoming soon tomorrow might scheduled schedule "
    "book forward wait meet"
)
_PAST = words(
    "was were had did didn wasn weren hadn went saw got took met came made bought said told found gave "
    "left felt kept held heard began ran wrote brought thought knew ate drank drove flew won lost spent "
    "built caught chose fell forgot grew led paid rode sang sat sent slept spoke stood swam taught "
    "threw understood woke wore broke became born fought hid hung lent lit rang rose sank shook shot "
    "slid sold stole stuck swore tore wound ago been yesterday last already previously"
)
# End in "ed" and say nothing about when.
_NOT_PAST = words(
    "need bed red feed speed seed indeed wed hundred shed weed breed excited interested tired worried "
    "scared stressed pleased thrilled married inspired bored amazed advanced used"
)
_NOW_BE = words("am is are m re s be being get")
_HAVE = words("have has ve haven hasn")
_HAVE_NOW = words("have has ve s")
_SEEN = words("seen done gone given taken")
_ARRANGED = words(
    "booked scheduled planned reserved arranged ordered invited postponed rescheduled moved pushed "
    "shifted signed agreed"
)
_TARGETS = words("for until till by from")  # what was arranged is for a time to come
_LINKS = words("on in at the a this of around about from for until till by over during")
# In the present these speak of what is arranged: "the movers come on the sixth".
_ARRANGING = words(
    "come comes start starts begin begins leave leaves arrive arrives open opens close closes end ends "
    "return returns fly flies depart departs take takes"
)
_COPULAS = words("is are isn aren")
_SHORT_IS = words("it that there he she here what")
_NEW_SUBJECT = words("i we he she they")
_SUBJECTS = words("i we he she they you it there this that who")
_FINITE = words("am is are m re ve has have do does can could may might would isn aren don doesn can t")
_OWN = words("the my your his her our their its")
_REACH = 25


def lean(t: Tokens, first: int, after: int) -> int:
    """−1 past, 1 future, 0 not said.

    By the nearest cue before it in its sentence (up to a colon), else by a verb in the present that speaks of
    what is arranged, or an occasion that somebody has in the present, else by the nearest cue behind it that
    may govern it.
    """
    return (
        _listed(t, first)
        or _before(t, first)
        or _arranged(t, first)
        or int(is_ahead(t, first, after))
        or _behind(t, first, after)
        or int(_participle(t, first))
    )


def verbless(t: Tokens, first: int, after: int) -> bool:
    """Whether its sentence has no verb that could tell: "Vet on Monday at half past eight"."""
    before = range(first - 1, max(-1, first - _REACH), -1)
    behind = range(after, min(after + _REACH, t.size))
    return not (t.solo or _told(t, before, False) or _told(t, behind, not _fronted(t, first)))


def counted(t: Tokens, first: int) -> bool:
    """Whether its clause counts things before it: in "six flats in two weeks" it is a length of time."""
    for k in range(first - 1, max(-1, first - _REACH), -1):
        if ends_clause(t, k) or t.words[k] in {",", ":"}:
            return False
        if t.numbers[k] is not None or t.words[k] in ONES:
            return any(word in UNITS or _plural(word) for word in t.words[k + 1 : k + 3])
    return False


def _plural(word: str) -> bool:
    return len(word) > 3 and word.endswith("s") and not word.endswith("ss")


def _told(t: Tokens, places: range, clause: bool) -> bool:
    for k in places:
        if ends_clause(t, k) or (clause and _other_clause(t, k)):
            return False
        if t.words[k] in _FINITE or t.words[k] in _SUBJECTS or t.words[k] in _ARRANGING or _cue(t, k, k):
            return True
    return False


def _before(t: Tokens, first: int) -> int:
    for k in range(first - 1, max(-1, first - _REACH), -1):
        if ends_clause(t, k) or _colon(t, k):
            return 0
        cue = _cue(t, k, first)
        if cue:
            return cue
    return 0


def _listed(t: Tokens, first: int) -> int:
    """ "June is: keys on the 1st, the flat painted by the 30th": what is listed behind "is:" or "plan:"."""
    for k in range(first - 1, max(0, first - _REACH), -1):
        if ends_clause(t, k):
            return 0
        if _colon(t, k):
            return int(t.words[k - 1] in _COPULAS or t.words[k - 1] in _FUTURE)
    return 0


def _colon(t: Tokens, k: int) -> bool:
    return t.word(k, ":") and k > 0 and not (t.joined(k) and t.joined(k + 1))


def _behind(t: Tokens, first: int, after: int) -> int:
    fronted = _fronted(t, first)
    for k in range(after, min(after + _REACH, t.size)):
        if ends_clause(t, k) or (not fronted and _other_clause(t, k)):
            return 0
        cue = _cue(t, k, after)
        if cue:
            return cue
    return 0


def _fronted(t: Tokens, first: int) -> bool:
    """Whether it opens its clause, so that the verb behind the comma is its own: "On Friday, Maya left"."""
    k = first - 1
    while k >= 0 and t.words[k] in _LINKS:
        k -= 1
    return k < 0 or not t.words[k][:1].isalnum() or t.words[k] in {"and", "but", "so", "then", "because"}


def _other_clause(t: Tokens, k: int) -> bool:
    """A comma behind which somebody else begins to act: "a week in Portugal in July, Maya found a house"."""
    return t.word(k, ",") and (t.words[k + 1] in _NEW_SUBJECT or t.capital(k + 1))


def _arranged(t: Tokens, first: int) -> int:
    """A verb in the present in the clause before, or "is" with the date as what it is."""
    k = first - 1
    while k >= 0 and t.words[k] in _LINKS:
        k -= 1
    if k >= 0 and (t.words[k] in _COPULAS or (t.words[k] == "s" and t.words[k - 2] in _SHORT_IS)):
        return 1
    while k >= max(0, first - _REACH) and not ends_clause(t, k) and not t.word(k, ",", ":"):
        if t.words[k] in _ARRANGING:
            return 1
        k -= 1
    return 0


def _participle(t: Tokens, first: int) -> bool:
    """ "opening in July": a participle right before, in a sentence that says nothing else."""
    k = first - 1
    while k >= 0 and t.words[k] in _LINKS:
        k -= 1
    return k >= 0 and _is_participle(t.words[k])


def _is_participle(word: str) -> bool:
    return word.endswith("ing") and len(word) > 4 and word not in {"during", "morning", "evening", "spring"}


def _cue(t: Tokens, k: int, first: int) -> int:
    word = t.words[k]
    before = t.words[k - 1] if k else ""
    if word == "would" or (word == "d" and t.word(k + 1, "like", "love", "prefer", "rather", "be")):
        return 0 if t.word(k + 1, "have", "ve") else 1
    if word in _FUTURE or (word == "about" and before in {"how", "what"}):
        return 1
    if _is_past(t, k):
        return 1 if _aims(t, k, first) else -1
    if word.endswith("ing") and len(word) > 4:  # "I'm going", "we are not leaving"
        return 1 if before in _NOW_BE or (k > 1 and before == "not" and t.words[k - 2] in _NOW_BE) else 0
    return 0


def _is_past(t: Tokens, k: int) -> bool:
    word, before = t.words[k], t.words[k - 1] if k else ""
    if word == "got" and before in _HAVE_NOW:
        return False  # "I've got an exam" has one
    if word in _PAST:
        return word != "last" or before not in _OWN  # "her last day is" tells nothing
    if before in _HAVE and word in _SEEN:
        return True
    return word.endswith("ed") and len(word) > 3 and word not in _NOT_PAST and before not in _NOW_BE


def _aims(t: Tokens, k: int, first: int) -> bool:
    """ "we've ended the lease for the end of June", "we booked it for July": done, but for a time to come.

    The perfect goes with no past date, so the date behind "for" or "until" is what it was done for.
    """
    aimed = t.words[first - 1] in _TARGETS
    if k >= first or t.words[k] == "been" or not (aimed or t.words[first] in _TARGETS):
        return False
    return t.words[k] in _ARRANGED or (aimed and k > 0 and t.words[k - 1] in _HAVE)
