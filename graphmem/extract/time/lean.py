"""Do the verbs around an expression speak of the past or of the future?"""

from __future__ import annotations

from graphmem.extract.time.lexicon import words
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
_ENDS = frozenset(".!?;\n")
_REACH = 25


def lean(t: Tokens, first: int, after: int) -> int:
    """−1 past, 1 future, 0 not said: by the nearest cue before it in its sentence, else behind it."""
    before = range(first - 1, max(-1, first - _REACH), -1)
    behind = range(after, min(after + _REACH, t.size))
    return _nearest(t, before) or _nearest(t, behind)


def _nearest(t: Tokens, places: range) -> int:
    for k in places:
        if t.words[k] in _ENDS:
            return 0
        cue = _cue(t, k)
        if cue:
            return cue
    return 0


def _cue(t: Tokens, k: int) -> int:
    word = t.words[k]
    before = t.words[k - 1] if k else ""
    if word in _PAST:
        return -1
    if word in _FUTURE or (word == "about" and before in {"how", "what"}):
        return 1
    if word.endswith("ing") and len(word) > 4:  # "I'm going", "we are not leaving"
        return 1 if before in _NOW_BE or (k > 1 and before == "not" and t.words[k - 2] in _NOW_BE) else 0
    if word.endswith("ed") and len(word) > 3 and word not in _NOT_PAST:
        return 0 if before in _NOW_BE else -1
    return 0
