"""What may be stored as text: well-formed Unicode of a bounded length, otherwise verbatim."""

from __future__ import annotations

import unicodedata

from graphmem.errors import InputError

LONGEST_TEXT = 1_000_000
LONGEST_NAME = 300


def well_formed(value: str, place: str) -> str:
    """The same text, with emoji halves that form a pair joined.

    Raises InputError where a surrogate stands alone: it has no UTF-8 form, and replacing it would lose what
    was said without a word.
    """
    if value.isascii():
        return value
    try:
        value.encode("utf-8")
    except UnicodeEncodeError as error:
        return _paired(value, place, error.start)
    return value


def _paired(value: str, place: str, first: int) -> str:
    try:
        return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
    except UnicodeDecodeError as error:
        raise InputError(
            f"{place}: half of a surrogate pair stands alone in the text (the first surrogate, "
            f"U+{ord(value[first]):04X}, is character {first}), so it cannot be stored as UTF-8. "
            "Decode the source with its true encoding, or replace such characters yourself: "
            'text.encode("utf-8", "replace").decode()'
        ) from error


def said(value: str, place: str) -> str:
    """Text of a message, verbatim: not empty, well-formed, at most LONGEST_TEXT characters."""
    if len(value) > LONGEST_TEXT:
        raise InputError(
            f"{place}: the text has {len(value):,} characters, and a message may have {LONGEST_TEXT:,}. "
            "Split it into several messages, for example by chapter or by page"
        )
    if blank(value):
        raise InputError(f"{place}: the content is empty. Leave the message out, or give it text")
    return well_formed(value, place)


def blank(value: str) -> bool:
    """Whether nothing is visible: white space, control characters and zero-width marks at most."""
    return all(one.isspace() or unicodedata.category(one) in {"Cc", "Cf"} for one in value)


def label(value: object, place: str, what: str) -> str | None:
    """A name or an id: a trimmed string of visible characters; whole numbers become their digits.

    None and the empty string mean that there is none.
    """
    if value is None:
        return None
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value) if abs(value) < 10**100 else value
    if not isinstance(value, str):
        raise InputError(f"{place}: {what} is {shown(value)}; give a string or a whole number")
    text = well_formed(value.strip(), place)
    if len(text) > LONGEST_NAME:
        raise InputError(f"{place}: {what} has {len(text):,} characters; give at most {LONGEST_NAME}")
    if any(unicodedata.category(character) == "Cc" for character in text):
        raise InputError(f"{place}: {what} {shown(text)} contains a control character; remove it")
    return text or None


def shown(value: object) -> str:
    """A value short enough for a message, with its type unless it is a string."""
    try:
        text = ascii(value) if isinstance(value, str) else repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits somewhere within
        text = "a value that cannot be printed"
    text = text if len(text) <= 60 else text[:57] + "…"
    return text if isinstance(value, str) else f"{text} ({type(value).__name__})"


def whole(value: object, name: str, least: int, most: int) -> int:
    """A whole number from least to most. Raises InputError naming the argument."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise InputError(f"{name} is {shown(value)}; give a whole number from {least} to {most}")
    return value
