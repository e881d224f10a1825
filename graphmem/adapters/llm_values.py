"""JSON values in what a language model wrote, found without guessing.

A value counts as repaired only when no letter and no digit of the text was lost, moved or invented.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import json_repair

_THOUGHT = re.compile(r"<(/?)(?:think|thinking|reasoning)>", re.IGNORECASE)
_SPECIAL = re.compile(r"<\|[^|<>\n]{1,40}\|>|<(?:bos|eos|s|/s|end_of_turn)>")
_ESCAPED = re.compile(r"\\u([0-9a-fA-F]{4})")
_LITERAL = re.compile(r"\bNone\b")
_NO_WORD = re.compile(r"[\W_]+")
_OPENING, _CLOSING = {"{": "}", "[": "]"}, "}]"


def plain(text: str) -> str:
    """Without byte order marks, NULs and halves of surrogate pairs."""
    paired = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return paired.replace("\x00", "").replace("\ufeff", "")


def plain_value(value: Any) -> Any:
    """The value with every string made plain: escapes in JSON can say what text cannot."""
    match value:
        case str():
            return plain(value)
        case list():
            return [plain_value(each) for each in value]
        case dict():
            return {plain(name): plain_value(each) for name, each in value.items()}
        case _:
            return value


def answered(text: str) -> str:
    """What is left of a text without the model's thoughts and a server's control tokens."""
    kept: list[str] = []
    at, thinking = 0, False
    for tag in _THOUGHT.finditer(text):
        if tag[1]:
            if not thinking:  # servers cut the start of a thought away
                kept.clear()
            at, thinking = tag.end(), False
        elif not thinking:
            kept.append(text[at : tag.start()])
            thinking = True
    rest = "" if thinking else text[at:]
    return _SPECIAL.sub(" ", " ".join([*kept, rest])).strip()


def values(text: str, *, ended: bool) -> Iterator[Any]:
    """Every outermost object or list in the text, strictly read where it can be, else repaired.

    ended: the model stopped by itself, so that closing brackets alone may be missing.
    """
    try:
        yield strict(text)
        return
    except ValueError:
        pass
    for span, missing in _spans(text):
        if not missing:
            yield from _read(span)
        elif ended:
            yield from _closed(span, missing)


def is_cut(text: str) -> bool:
    """Whether the text ends inside an object or list."""
    missing = "".join(lacking for _, lacking in _spans(text))
    # A closing bracket inside of a text at the end: quotes are amiss, nothing was cut.
    return bool(missing) and not (missing.startswith('"') and text.rstrip().endswith(("}", "]")))


def strict(text: str) -> Any:
    """JSON, but for raw line breaks in strings. Raises ValueError, also for a key that comes twice."""
    try:
        return json.loads(text, strict=False, object_pairs_hook=_unique, parse_constant=lambda _: None)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("a key comes twice")
    return made


def _first_bracket(text: str, at: int) -> int:
    return min((found for sign in _OPENING if (found := text.find(sign, at)) >= 0), default=-1)


def _spans(text: str) -> Iterator[tuple[str, str]]:
    """Every outermost value as it is written, and what it lacks; none after brackets that cross."""
    at = 0
    while (start := _first_bracket(text, at)) >= 0:
        try:
            at, missing = _extent(text, start)
        except ValueError:
            return
        yield text[start:at], missing


def _extent(text: str, start: int) -> tuple[int, str]:
    """Where the value that starts here ends, and the quote and brackets that it lacks at the end of the text.

    Raises ValueError when a bracket is closed by one of the other kind.
    """
    waiting: list[str] = []
    inside = escaped = False
    for at in range(start, len(text)):
        sign = text[at]
        if inside:
            inside = escaped or sign != '"'
            escaped = not escaped and sign == "\\"
        elif sign == '"':
            inside = True
        elif sign in _OPENING:
            waiting.append(_OPENING[sign])
        elif sign in _CLOSING:
            if waiting.pop() != sign:
                raise ValueError("brackets cross")
            if not waiting:
                return at + 1, ""
    return len(text), ('"' if inside else "") + "".join(reversed(waiting))


def _closed(text: str, missing: str) -> Iterator[Any]:
    """A value that lacks nothing but its closing brackets; one cut inside a text or number stays unread."""
    if not missing.startswith('"') and text.rstrip()[-1:] in ('"', "}", "]"):
        try:
            yield strict(text + missing)
        except ValueError:
            return


def _read(span: str) -> Iterator[Any]:
    try:
        yield strict(span)
        return
    except ValueError:
        pass
    try:
        repaired = json_repair.loads(span, strict=True)
    except (ValueError, RecursionError):
        return
    if isinstance(repaired, dict | list) and _words(span) == _words(json.dumps(repaired, ensure_ascii=False)):
        yield repaired


def _words(text: str) -> str:
    """All letters and digits of a text, in their order; the same before and after a faithful repair."""
    named = _ESCAPED.sub(lambda found: chr(int(found[1], 16)), _LITERAL.sub("null", text))
    return _NO_WORD.sub("", named).casefold()
