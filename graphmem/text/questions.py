"""The question in a long text, such as an agent's last message with a document before the question."""

from __future__ import annotations

from typing import Final

from graphmem.text.sentences import sentence_spans

LONGEST: Final = 1_500
"""Characters of a question that is asked as it is: an embedding model reads some 400 words, and what stands
before the question would decide what is found."""
_ASKING: Final = ("?", "？", "؟", "՞", "፧", "⁇", "‽")
_END: Final = 500


def asked_of(text: str) -> str:
    """The text where it is no longer than LONGEST; else its sentences that ask, of too many the last ones.

    Where none asks, its last sentences of at most 500 characters.
    """
    if len(text) <= LONGEST:
        return text
    sentences = [text[start:end].strip() for start, end in sentence_spans(text, lines=True)]
    asking = [each for each in sentences if each.rstrip("\"'”’)]» ").endswith(_ASKING)]
    return _last(asking, LONGEST) or _last(sentences, _END) or text[-_END:]


def _last(sentences: list[str], longest: int) -> str:
    kept: list[str] = []
    length = 0
    for each in reversed(sentences):
        length += len(each) + 1
        if length > longest:
            break
        kept.append(each)
    return " ".join(reversed(kept))
