"""What a sentence names: entities, as written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from graphmem.extract.local.lexicon import words
from graphmem.text.words import WORD, pattern_of

MOST_ENTITIES = 8
_LABELS = words(
    """
    PERSON NORP FAC ORG GPE LOC PRODUCT EVENT WORK_OF_ART LAW LANGUAGE
    """
)
CALENDAR = words(
    """
    jan feb mar apr jun jul aug sep sept oct nov dec january february march april may june july august
    september october november december monday tuesday wednesday thursday friday saturday sunday
    """
)
NOT_NAMES = CALENDAR | words(
    """
    hey hi hello wow yeah yep yup yes no nope thanks lol haha congrats oh cool awesome great gonna our
    ours grams gon na ta got mom dad sounds btw omg ok okay i glad can totally absolutely definitely
    sure sorry gosh well so ah aw aww hope super good luck bye loving love nice sweet here speaking
    image photo step task note tip
    """
)
_WORD = re.compile(rf"[^\W\d_][{WORD}'’&.-]*")
_SAID = re.compile(r"[^\s¡¿!?.,;:]+")
_GERMAN_DAYS = words(
    """
    Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonnabend Sonntag Januar Februar März April Mai Juni
    Juli August September Oktober November Dezember Ostern Weihnachten Morgen Mittag Abend Nacht
    """
)
_PLACE_OF = re.compile(r"^[a-z]+ (?:in|of|at|near|from) (?=[A-Z])")
_COMMON = re.compile(
    r"^(?!(?:van|von|de|der|den|da|di|del|della|dos|du|la|le|el|al|bin|ibn|ter|ten|zu|zum)\b)"
    r"[a-z]+ (?=[A-Z][a-z])"
)
"""A common noun in front of a name: "vet Leo"."""
_UNNAMELIKE = re.compile(r"[:\n/=<>{}]|^\w+ \d+$")
_OPENING = re.compile(r"^(?:the|a|an|my|your|our|hey|hi|thanks|wow|yeah)\s+|['’]s$", re.I)


def entities(doc: Any) -> tuple[str, ...]:
    """Names in the sentence, byte for byte, in order, each once, at most MOST_ENTITIES."""
    spans = [span for span in doc.ents if span.label_ in _LABELS]
    found = (_surface(span) for span in sorted([*spans, *_proper_runs(doc)], key=lambda span: span.start))
    return tuple(dict.fromkeys(name for name in found if name))[:MOST_ENTITIES]


def capitalised(text: str, known: Sequence[str], *, nouns_too: bool = False) -> tuple[str, ...]:
    """Names in a language without rules here: those that are known, and runs of capitalised words inside.

    A language that writes every noun so, as German does (nouns_too), would fill the graph with them: there,
    and where more than a fifth of the words are capitalised, only what is known and runs of two or three
    words count that are no amount ("150 Grad Umluft") and hold no day or known name.
    """
    found = list(_WORD.finditer(text))
    inside = [match for match in found[1:] if match.group()[0].isupper()]
    runs = [run for run in _runs(text, inside) if len(run) > 1]
    familiar = [name for name in known if _holds(text, name)]
    if nouns_too or len(inside) * 5 > len(found):
        runs = [run for run in runs if _is_full_name(text, run) and not any(_holds(run, n) for n in familiar)]
    runs = [run for run in runs if run not in familiar]
    return tuple(dict.fromkeys((*familiar, *runs)))[:MOST_ENTITIES]


def without(text: str, known: Sequence[str]) -> str:
    """The text without the names that are known, to see how much it says."""
    for name in known:
        text = pattern_of(name).sub(" ", text)
    return " ".join(_SAID.findall(text))


def _holds(text: str, name: str) -> bool:
    return pattern_of(name).search(text) is not None


def _is_full_name(text: str, run: str) -> bool:
    parts = run.split()
    amount = re.search(rf"\d\s+{re.escape(run)}", text) is not None
    return 2 <= len(parts) <= 3 and not amount and not _GERMAN_DAYS.intersection(parts)


def _runs(text: str, matches: Sequence[re.Match[str]]) -> list[str]:
    bounds: list[tuple[int, int]] = []
    for match in matches:
        if bounds and text[bounds[-1][1] : match.start()] == " ":
            bounds[-1] = (bounds[-1][0], match.end())
        else:
            bounds.append(match.span())
    return [text[start:end].rstrip(".,'’-&") for start, end in bounds]


def _proper_runs(doc: Any) -> Iterator[Any]:
    """Names that the entity recogniser missed: runs of capitalised proper nouns outside every entity."""
    start = None
    for token in doc:
        proper = token.pos_ == "PROPN" and not token.ent_type_ and token.text[:1].isupper() and token.i > 0
        if proper and start is None:
            start = token.i
        if not proper and start is not None:
            yield doc[start : token.i]
            start = None
    if start is not None:
        yield doc[start:]


def _surface(span: Any) -> str:
    name: str = span.text.strip(" \t.,!?:;'\"“”‘’()[]-–—&*~")
    name = _PLACE_OF.sub("", _OPENING.sub("", name))  # "house in Sagres"
    name = _COMMON.sub("", name)
    if (
        name.lower() in NOT_NAMES
        or name.islower()
        or len(name) < 2
        or len(name) > 80
        or _UNNAMELIKE.search(name)
    ):
        return ""
    return name
