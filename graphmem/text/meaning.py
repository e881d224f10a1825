"""The words of a question and of sentences that tell what they are about. English rules; other words pass."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence

from graphmem.text.words import is_spaceless, words

_VOWEL = re.compile(r"[aeiouyàâäéèêëïîôöùûüáíóú]")
_STOP = frozenset(
    "a an and any are as at be been being but by can could did do does for from had has have he her "
    "hers him his how i if in into is it its just like many may me might much my of on or our out she "
    "should so some that the their them then there these they this those to up us was we were what when "
    "where which who whom whose why will with would you your about after all also before ever get got "
    "go going most more not one other over really than very said say says tell told did's kind type "
    "sort long ago".split()
)
_FORMS = dict(
    pair.split(":")
    for pair in (
        "bought:buy went:go gone:go saw:see seen:see took:take taken:take gave:give given:give made:make "
        "came:come met:meet found:find began:begin begun:begin ran:run swam:swim wrote:write "
        "written:write broke:break broken:break chose:choose chosen:choose drove:drive driven:drive "
        "ate:eat eaten:eat fell:fall felt:feel flew:fly flown:fly forgot:forget grew:grow grown:grow "
        "heard:hear held:hold kept:keep knew:know known:know left:leave lost:lose paid:pay read:read "
        "rode:ride ridden:ride sang:sing sat:sit sent:send slept:sleep sold:sell spent:spend spoke:speak "
        "spoken:speak taught:teach thought:think told:tell understood:understand wore:wear worn:wear "
        "won:win brought:bring built:build caught:catch drew:draw drawn:draw drank:drink children:child "
        "people:person women:woman men:man wives:wife lives:live signed:sign"
    ).split()
)
_ENDINGS = ("ings", "ing", "ied", "ies", "ed", "es", "ly", "s", "e")


def content(text: str) -> frozenset[str]:
    """The words that carry meaning, without their endings."""
    return frozenset(
        stem(word) for word in words(text) if (len(word) > 1 or is_spaceless(word)) and word not in _STOP
    )


def stem(word: str) -> str:
    """A word without an English ending: enough to match "fetched" and "bought" with "fetch" and "buy"."""
    if word in _FORMS:
        return _FORMS[word]
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            base = word[: -len(ending)]
            if not _VOWEL.search(base):
                return word
            if (
                ending in ("ing", "ings", "ed")
                and len(base) > 3
                and base[-1] == base[-2]
                and base[-1] not in "ls"
            ):
                return base[:-1]
            return base + "y" if ending in ("ies", "ied") else base
    return word


def rarity(words: frozenset[str], bags: Sequence[frozenset[str]]) -> dict[str, float]:
    """How much each word of the question tells: words in few sentences tell more."""
    held = Counter(word for bag in bags for word in bag & words)
    return {word: math.log(1 + len(bags) / (1 + held[word])) for word in words}


def share(bag: frozenset[str], weights: Mapping[str, float]) -> float:
    total = sum(weights.values())
    return sum(weights[word] for word in bag & weights.keys()) / total if total else 0.0
