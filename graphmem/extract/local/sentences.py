"""Turns to sentences worth a record: split, freed of greetings and calls by name, filler dropped."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graphmem.extract.local.pieces import pieces
from graphmem.text.words import is_word_part

LONGEST = 600
"""Characters; a longer "sentence" is a log, a table or code, and stays with its turn only."""


_OPENERS = (
    r"hey|hi|hiya|hello|wow|whoa|oh|ooh|aw+|ah|ha(?:ha)+|lol|omg|yeah|yep|yup|yes|nope|no|nah|well|so"
    r"|ok|okay|"
    r"sure|cool|great|awesome|nice|sweet|right|true|exactly|totally|absolutely|definitely|of course|thanks|"
    r"thank you|thx|btw|by the way|anyway|anyways|honestly|actually|you know|i mean|good morning|"
    r"good evening|(?:i )?totally agree|(?:i )?agree|sounds good|got it|i see|sorry|hmm+|um+|man|dude|"
    r"thanks so much|thank you so much|thanks a lot|many thanks|congrats|congratulations|(?:nice"
    r"|great|good|amazing) (?:work|job|one)|well done|way to go|good for you"
)
_FILLER = re.compile(
    r"^(?:(?:and |but |it'?s |it was )?(?:"
    + _OPENERS
    + r"|(?:so |really |very )?(?:good|great|nice|lovely) to (?:see|hear from|talk to|chat with|meet) you\b.*"
    r"|talk (?:to you )?(?:soon|later)|see (?:you|ya)(?: .{0,20})?|catch you later|(?:good)?bye(?: .{0,20})?"
    r"|take care\b.{0,40}|(?:it was |it's been )?(?:great|nice|good|lovely|fun) (?:chatting|talking"
    r"|catching up)\b.*|good luck(?: .{0,30})?|have (?:a|an|fun|some) .{0,30}"
    r"|(?:please )?let me know\b.*|(?:i )?hope (?:this|that) helps.*|keep (?:it|me|up|going)\b.*"
    r"|(?:just )?take a look(?: at .{0,20})?|check (?:it|this|that|these) out(?: .{0,20})?"
    r"|here(?:'s| is| are) (?:a|the|some|one|my|another)(?: \w+)? (?:pic|pics|picture|photo|photos"
    r"|look)\b.{0,20}"
    r"|(?:i )?(?:really )?(?:appreciate|appreciated) (?:it|that|you|your .{0,30})|you rock|me too|same here"
    r"|thanks? (?:you )?(?:so much |a lot |again )?for .{0,60}|no (?:problem|worries|doubts?)|you'?re welcome"
    r"|i(?:'m| am) (?:so |really |super )?(?:happy|glad|excited|proud|thrilled) (?:for|of) you"
    r"|(?:i )?can'?t wait|no way|happy (?:new year|birthday|holidays)(?: to .{0,20})?|what a \w+"
    r"|happy to help.*|feel free\b.*|i(?:'m| am) here (?:for you"
    r"|to help).*"
    r"|(?:i'?m |i am )?(?:so |really )?(?:glad|happy) (?:to hear|you like) .{0,30}"
    r"))[\s.!,…~:;)(\-–—]*$",
    re.I,
)
_PRAISE = re.compile(
    r"^(?:and |but )?(?:that|this|it|these|those|they)(?:'s|'re| is| are| was| were| sounds?| looks?| seems?|"
    r"'ll be| will be| must be| must have been)? (?:\w+ ){0,3}"
    r"(?:great|awesome|amazing|cool|nice|wonderful|fantastic|lovely|sweet|good|incredible|beautiful|"
    r"inspiring|fun|exciting|true|interesting|tough|hard|rough|impressive|gorgeous|special|perfect|brilliant|"
    r"news|idea|blast|delicious|yummy|adorable|cute|stunning|epic|super|neat|rad|dope|sick)"
    r"(?: (?:to hear|of you|too|as well|stuff|work|job|way|news))?[\s.!,…]*$",
    re.I,
)
_CALL = r"(?:there|everyone|all|guys|buddy|bro|girl|friend|mate|dear|folks|{names})"


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a turn.

    said: as written, markup and bullet removed; text: without opening interjections and calls by name,
    "" when nothing is left.
    """

    said: str
    text: str


@dataclass(frozen=True, slots=True)
class Trimmer:
    """Takes "Hey Mel, " and ", Caroline!" off a sentence.

    names: of the people in the conversation; their beginnings of three letters and more count as calls.
    """

    opening: re.Pattern[str]
    closing: re.Pattern[str]

    @classmethod
    def for_names(cls, names: Sequence[str]) -> Trimmer:
        forms = {name for full in names for part in (full, *full.split()) for name in _short_forms(part)}
        alternatives = sorted(map(re.escape, forms), key=len, reverse=True) or ["(?!)"]
        call = _CALL.format(names="|".join(alternatives))
        called = rf"(?:(?:{_OPENERS})(?:[ ,]+{call})?|{call})\s*[,!.:;~…–—-]+\s*"
        opening = rf"^(?:{called}|(?:hey|hi|hello) {call}\b\s*)+"
        return cls(re.compile(opening, re.I), re.compile(rf",\s*{call}\s*(?=[.!?…]*\s*$)", re.I))

    def __call__(self, said: str) -> str:
        return self.closing.sub("", self.opening.sub("", said)).strip()


def sentences(text: str, trim: Trimmer) -> Iterator[Sentence]:
    """The sentences of a turn in order, lazily: a caller that has enough of a long turn just stops.

    Fenced code and pieces longer than LONGEST are left out.
    """
    for piece in pieces(text):
        if len(piece) <= LONGEST:
            yield Sentence(piece, trim(piece))


def is_question(text: str) -> bool:
    """It asks; so it states nothing."""
    return text.rstrip(" \"'”’)]").endswith(("?", "？", "؟"))


def is_filler(text: str) -> bool:
    """A greeting, thanks, praise without an object, or nothing but signs: no record."""
    plain = text.replace("’", "'")
    letters = sum(is_word_part(char) and not char.isdigit() for char in plain)
    if plain.count("\\") > 1:
        return True  # a formula
    if letters < 2 or letters * 2 < len(plain.replace(" ", "")):
        return True
    return bool(_FILLER.match(plain) or _PRAISE.match(plain))


def _short_forms(name: str) -> list[str]:
    return [name, *(name[:length] for length in range(3, len(name)))] if len(name) > 2 else [name]
