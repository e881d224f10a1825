"""The address of a Neo4j, as people write it, and as the driver takes it."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urlsplit

from graphmem.errors import ConfigError

SCHEMES: Final = ("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc")
_BOLT: Final = 7687
_PAGES: Final = (7474, 7473, 80, 443, None)
"""Ports of Neo4j's web page and of the web, none of which speaks Bolt."""

_HALF_A_SCHEME = re.compile(r"^(?:bolt|neo4j)(?:\+ssc|\+s)?:/*|^/+", re.IGNORECASE)


def checked_address(uri: str) -> str:
    """The address without what surrounds it in a file of settings. Raises ConfigError with the right form."""
    given = uri.strip().strip("\"'").strip()
    scheme, separator, rest = given.partition("://")
    if not separator:
        raise _wrong(given, "has no scheme", given)
    if scheme.casefold() in ("http", "https"):
        raise _wrong(given, "is the address of a web page, and not the one that drivers use", rest, scheme)
    if scheme.casefold() not in SCHEMES:
        raise _wrong(given, f"begins with {scheme}://, which Neo4j does not speak", rest)
    if "@" in rest:
        raise ConfigError(
            "NEO4J_URI holds a user name or a password, which do not belong there: set NEO4J_USERNAME and "
            f"NEO4J_PASSWORD, and NEO4J_URI to {scheme}://{rest.rpartition('@')[2]}"
        )
    if not _host_and_port(rest)[0]:
        raise _wrong(given, "names no server", rest)
    return given


def _wrong(given: str, why: str, rest: str, scheme: str = "") -> ConfigError:
    host, port = _host_and_port(_HALF_A_SCHEME.sub("", rest).rpartition("@")[2])
    place = f"{host or 'localhost'}:{_BOLT if port in _PAGES else port}"
    if scheme.casefold() == "https" or host.endswith(".neo4j.io"):
        right = f"neo4j+s://{host}"
    else:
        right = f"bolt://{place}, or neo4j://{place} for a cluster"
    shown = given if "@" not in given else f"…@{given.rpartition('@')[2]}"
    return ConfigError(f"NEO4J_URI is {shown!r}, which {why}: set it to {right}")


def _host_and_port(rest: str) -> tuple[str, int | None]:
    """Host "" where none is named or the port is no number."""
    place = re.split(r"[/?#]", rest, maxsplit=1)[0]
    if place.count(":") > 1 and not place.startswith("["):
        place = f"[{place}]"  # an IPv6 address
    try:
        parts = urlsplit(f"//{place}")
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return "", None
    return f"[{host}]" if ":" in host else host, port
