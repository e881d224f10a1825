"""What a turn is worth as evidence, told from its form alone."""

from __future__ import annotations

import re

from graphmem.text.sentences import sentence_spans

_QUESTION = re.compile(r"[?？؟]\W*$")


def statement_share(text: str) -> float:
    """The share of the characters that stand in sentences other than questions, 0 to 1; 1 for no sentence.

    "How are you? I moved to Lyon." → about .55. Most questions prove nothing about who asks them.
    """
    sentences = [text[start:end] for start, end in sentence_spans(text, lines=True)]
    parts = [sentence for sentence in sentences if any(map(str.isalnum, sentence))]
    total = sum(map(len, parts))
    asked = sum(len(part) for part in parts if _QUESTION.search(part))
    return 1.0 - asked / total if total else 1.0
