"""Words with which a speaker says that another subject begins. English; other languages announce nothing."""

from __future__ import annotations

import re

OPENING_WORDS = 45
"""How far into a message its opening reaches."""

_ANNOUNCED = re.compile(
    r"""
  \b(?:next|last|final|another|further|new)\s+(?:\w+\s+)?
     (?:questions?|topic|item|points?|subject|speaker|set|area|agenda|section)\b
| \bquestions?\s+(?:(?:is|are|now|next)\s+)*(?:on|from|about)\b
| \bset\s+of\s+questions\b
| \bmov(?:e|ing)\s+(?:us\s+)?on\b
| \bgo(?:ing)?\s+(?:now\s+)?on\s+to\b
| \bturn(?:ing)?\s+(?:now\s+)?to\b
| \bnow\s+(?:go|move|turn|proceed|come|talk|hear)\b
| \blet(?:'|’)?s\s+(?:now\s+)?(?:talk\s+about|move|turn|start|begin|change|get\s+started)\b
| \b(?:going|want|like)\s+to\s+(?:talk|ask)\s+(?:you\s+)?(?:now\s+)?
     (?:a\s+(?:bit|little)\s+)?(?:\w+\s+)?about\b
| \bspeaking\s+of\b
| \bby\s+the\s+way\b
| \bon\s+(?:another|a\s+different|an\s+unrelated)\s+(?:note|subject|topic)\b
| \bchang(?:e|ing)\s+(?:the\s+)?(?:subject|topic)\b
""",
    re.IGNORECASE | re.VERBOSE,
)


def announces(text: str) -> bool:
    """Whether the opening of a message announces a new subject (cue phrases: Grosz & Sidner, 1986).

    "We've got some questions now on funding" does, "That is a good question" does not.
    """
    return bool(_ANNOUNCED.search(" ".join(text.split()[:OPENING_WORDS])))
