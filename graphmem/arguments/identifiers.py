"""Ids that clients choose: users, sessions and agents."""

from __future__ import annotations

import unicodedata

from graphmem.errors import InputError

LONGEST = 512


def scope_of(user_id: object) -> str:
    """The tenant behind a user id. Raises InputError when there is none or it cannot be stored."""
    return identifier(user_id, "user_id")


def optional(value: object, what: str) -> str | None:
    """An id that may be left out."""
    return None if value is None else identifier(value, what)


def agreed(**names: object) -> str | None:
    """One id that may be given under several names. Raises InputError when two of them differ."""
    given = {name: value for name, value in names.items() if value is not None}
    if len({str(value) for value in given.values()}) > 1:
        raise InputError(f"{' and '.join(given)} name different sessions; give one of them")
    return next((identifier(value, name) for name, value in given.items()), None)


def identifier(value: object, what: str) -> str:
    """The id as text: a string of 1 to 512 characters without control characters; whole numbers are taken.

    White space around it is no part of it, and it is in Unicode's composed form (NFC), so that what is added
    under an id is found under it, however a keyboard or a file spells it.

    Raises InputError naming `what`.
    """
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        raise InputError(f"{what} is {type(value).__name__}; give a string, such as {what}='ana'")
    value = unicodedata.normalize("NFC", value.strip())
    if not value:
        raise InputError(f"{what} is empty; give a string, such as {what}='ana'")
    if len(value) > LONGEST:
        raise InputError(f"{what} has {len(value)} characters; at most {LONGEST} can be kept")
    if any(unicodedata.category(character) in ("Cc", "Cs") for character in value):
        raise InputError(f"{what} {value!r} holds a control character or half a surrogate pair; take it out")
    return value
