"""What a sentence names: entities, as written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from graphmem.extract.local.lexicon import words

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
_WORD = re.compile(r"[^\W\d_][\w'’&.-]*")
_UNNAMELIKE = re.compile(r"[:\n/=<>{}]|^\w+ \d+$")
_OPENING = re.compile(r"^(?:the|a|an|my|your|our|hey|hi|thanks|wow|yeah)\s+|['’]s$", re.I)


def entities(doc: Any) -> tuple[str, ...]:
    """Names in the sentence, byte for byte, in order, each once, at most MOST_ENTITIES."""
    spans = [span for span in doc.ents if span.label_ in _LABELS]
    found = (_surface(span) for span in sorted([*spans, *_proper_runs(doc)], key=lambda span: span.start))
    return tuple(dict.fromkeys(name for name in found if name))[:MOST_ENTITIES]


def capitalised(text: str, people: Sequence[str]) -> tuple[str, ...]:
    """Names in a language without rules here: runs of capitalised words after the first word.

    A language that writes every noun so, as German does, would fill the graph with them: where more than
    a fifth of the words are capitalised only the people of the conversation count.
    """
    found = list(_WORD.finditer(text))
    inside = [match for match in found[1:] if match.group()[0].isupper()]
    if len(inside) * 5 > len(found):
        return tuple(name for name in people if name in text)
    runs = _runs(text, inside)
    return tuple(dict.fromkeys(run for run in runs if len(run) > 1))[:MOST_ENTITIES]


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
    name = _OPENING.sub("", name)
    if (
        name.lower() in NOT_NAMES
        or name.islower()
        or len(name) < 2
        or len(name) > 80
        or _UNNAMELIKE.search(name)
    ):
        return ""
    return name
