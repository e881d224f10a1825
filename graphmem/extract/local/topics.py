"""What a sentence is about, and whether it says anything."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from graphmem.extract.local.lexicon import words
from graphmem.extract.local.names import NOT_NAMES
from graphmem.extract.local.parsing import lemma

MOST_TOPICS = 6
_MOST_MODIFIERS = 4
_PHRASE_DEPS = ("compound", "amod", "nmod", "punct")
_GENERIC = words(
    """
    thing stuff way lot bit kind sort something anything everything nothing someone anyone everyone
    people guy one time day week month year today yesterday tomorrow tonight morning evening afternoon
    night weekend moment minute hour while part side case fact point reason example number rest ton
    couple self hey wow thank thanks yeah hi sense matter deal idea place mine other another lol step
    man dude world favorite best type piece pic glad luck chance end start top front middle bunch plenty
    amount level area aspect
    """
)
_TIME_LABELS = words(
    """
    DATE TIME PERCENT MONEY QUANTITY ORDINAL CARDINAL
    """
)
_DULL = words(
    """
    great good nice amazing awesome new big little lovely cool own last next other such many more most
    few same first whole real super wonderful special much different fun beautiful best better old
    incredible certain helpful similar future hard loving caring true long short extra fantastic sweet
    cute important perfect favorite several various inspiring huge
    """
)
_LIGHT = words(
    """
    got get getting gets know think mean sounds sound looks look love like agree glad happy appreciate
    thank hope proud say said tell let want need feel guess doing going gon true right sure cool welcome
    believe excited keep hear see thankful grateful imagine wait means makes come came absolutely rock
    """
)
_EMPTY_NOUNS = _GENERIC | NOT_NAMES
_EMPTY_ADJECTIVES = _DULL | _LIGHT


def topics(doc: Any, named: Collection[str] = ()) -> tuple[str, ...]:
    """Lower-case noun phrases, then what they are kinds of, at most MOST_TOPICS.

    "an LGBTQ support group" gives "lgbtq support group" and "support group", "adoption agencies" gives
    "adoption agency" and "agency". Names (named), pronouns, times and words that say nothing give none.
    """
    phrases = [_phrase(token) for token in doc if _is_topic(token) and token.text not in named]
    wider = [phrase.split(" ", 1)[1] for phrase in phrases if " " in phrase]
    wanted = dict.fromkeys(name for name in (*phrases, *wider) if name not in _GENERIC)
    return tuple(name for name in wanted if len(name) > 1)[:MOST_TOPICS]


def content_words(doc: Any) -> Iterator[str]:
    """Lemma-like forms of the words that carry something: what a sentence must have to be worth a record."""
    for token in doc:
        named = token.pos_ in ("NOUN", "PROPN", "NUM") and token.lower_ not in _EMPTY_NOUNS
        empty = _EMPTY_ADJECTIVES if token.pos_ == "ADJ" else _LIGHT
        told = token.pos_ in ("VERB", "ADJ") and not token.is_stop and token.lower_ not in empty
        if named or told or token.like_email:
            yield token.lower_


def _is_topic(token: Any) -> bool:
    if token.pos_ != "NOUN" or token.dep_ in ("compound", "npadvmod") or token.ent_type_ in _TIME_LABELS:
        return False
    if token.i + 1 < len(token.doc) and token.nbor(1).text == "-" and not token.whitespace_:
        return False
    return len(token) > 1 and token.text.replace("-", "").isalpha() and token.lower_ not in NOT_NAMES


def _phrase(head: Any) -> str:
    """The head's dictionary form behind the words that directly modify it."""
    own = lemma(head)
    if own in _GENERIC:
        return own
    start = head.i
    while (
        start > head.sent.start and head.i - start < _MOST_MODIFIERS and _modifies(head.doc[start - 1], head)
    ):
        start -= 1
    if start and head.doc[start - 1].text == "-" and not head.doc[start - 1].whitespace_:
        start += 1  # "category-wise spending": half a word is no modifier
    while start < head.i and head.doc[start].text == "-":
        start += 1
    before = head.doc[start : head.i]
    return f"{before.text_with_ws.lower()}{own}" if len(before) else own


def _modifies(token: Any, head: Any) -> bool:
    if token.text == "-":
        return not token.whitespace_
    named = token.pos_ in ("NOUN", "ADJ", "PROPN") and token.lower_ not in _DULL and token.text.isalpha()
    return named and token.dep_ in _PHRASE_DEPS and token.ent_type_ not in _TIME_LABELS and head.i > token.i
