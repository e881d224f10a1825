"""What came with a statement that was remembered elsewhere."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Final

MEMORY: Final = "memory"
"""The role of such a statement: nobody says it, and it is a record as it stands."""
STATED: Final = "statement"
"""Where a message's metadata tells what is known of it."""


@dataclass(frozen=True, slots=True)
class Stated:
    """Its times, aware; None where nothing was told.

    valid_from, valid_to: when it is true; recorded_at, superseded_at: when it was believed there.
    """

    valid_from: datetime | None = None
    valid_to: datetime | None = None
    recorded_at: datetime | None = None
    superseded_at: datetime | None = None

    def holds(self, as_of: datetime | None, known_at: datetime | None) -> bool:
        """Whether it is believed, or was at known_at, and was true at as_of where that is asked."""
        if self.superseded_at is not None and (known_at is None or self.superseded_at <= known_at):
            return False
        if as_of is None:
            return True
        begun = self.valid_from is None or self.valid_from <= as_of
        return begun and (self.valid_to is None or self.valid_to > as_of)


def told(metadata: Mapping[str, Any]) -> Mapping[str, Any]:
    """What is known of a statement; metadata is the client's, so it may be anything."""
    found = metadata.get(STATED)
    return found if isinstance(found, Mapping) else {}


def times(metadata: Mapping[str, Any]) -> Stated:
    """The times among it; what is no moment with an offset is not told."""
    known = told(metadata)
    return Stated(**{field.name: _moment(known.get(field.name)) for field in fields(Stated)})


def times_in(metadata_json: str) -> Stated:
    """The same of metadata as the graph keeps it."""
    return times(json.loads(metadata_json))


def _moment(value: Any) -> datetime | None:
    try:
        moment = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
    return moment if moment is not None and moment.tzinfo is not None else None
