"""Stable identities: the same thing gets the same uid wherever and whenever it is written."""

from __future__ import annotations

from hashlib import blake2b

_SEPARATOR = "\x1f"
_ESCAPE = "\x1e"


def uid(*parts: str) -> str:
    """32 hex digits (BLAKE2b, 128 bits) of the parts, joined by the unit separator U+001F.

    Different parts give different uids: a separator inside a part is escaped first, so a client's id
    cannot be made to run into its neighbour's. Raises ValueError without parts.
    """
    if not parts:
        raise ValueError("uid() needs at least one part")
    joined = _SEPARATOR.join(_escaped(part) for part in parts)
    return blake2b(joined.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _escaped(part: str) -> str:
    if _SEPARATOR not in part and _ESCAPE not in part:
        return part
    return part.replace(_ESCAPE, _ESCAPE + "0").replace(_SEPARATOR, _ESCAPE + "1")
