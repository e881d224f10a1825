"""The unit of time in which a question asks."""

from __future__ import annotations

import re

_UNIT = re.compile(r"\bhow (?:many|much)\s+(?:\w+\s+)?(day|week|month|year)s?\b", re.IGNORECASE)


def unit_asked(question: str) -> str:
    """day, week, month or year; "" when the question names none."""
    found = _UNIT.search(question)
    return found.group(1).lower() if found else ""
