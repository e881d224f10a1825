"""The `filters` of a call, checked and brought into one shape."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from graphmem.arguments.identifiers import optional
from graphmem.arguments.moments import moment
from graphmem.arguments.text import label, shown
from graphmem.errors import InputError
from graphmem.model.hit import Filters
from graphmem.model.keys import normalised
from graphmem.model.record import RecordType

_KNOWN = ("type", "tags", "entity", "session_id", "agent_id", "after", "before")
_OTHER_NAMES = {"tag": "tags", "types": "type", "run_id": "session_id", "conversation_id": "session_id"}
TURN = "turn"


def filters(value: Mapping[str, object] | Filters | None) -> Filters:
    """The filters in a dict: `type`, `tags` (one or several), `entity`, `session_id`, `agent_id`, `after` and
    `before` (moments, see `moments.moment`). Raises InputError naming what is wrong.
    """
    if isinstance(value, Filters):
        return _possible(value)
    if value is None:
        return Filters()
    if not isinstance(value, Mapping):
        raise InputError(f"filters is {shown(value)}; give a dict, such as {{'type': 'preference'}}")
    given = {_OTHER_NAMES.get(str(key), str(key)): each for key, each in value.items() if each is not None}
    unknown = sorted(set(given) - set(_KNOWN))
    if unknown:
        raise InputError(f"filters: {', '.join(unknown)} is unknown; there are {', '.join(_KNOWN)}")
    return _possible(
        Filters(
            type=_types(given.get("type")),
            tags=tuple(tag.casefold() for tag in _several(given.get("tags"), "tags")),
            entity=_key(given.get("entity")),
            session_id=optional(given.get("session_id"), "filters.session_id"),
            agent_id=optional(given.get("agent_id"), "filters.agent_id"),
            after=moment(given.get("after"), "filters.after"),
            before=moment(given.get("before"), "filters.before"),
        )
    )


def listing(filters: Filters) -> Filters:
    """The filters of a list. Raises InputError where they ask for turns and records, or for turns by what
    only records have.
    """
    if TURN in filters.type and (filters.type != (TURN,) or filters.tags or filters.entity):
        raise InputError("filters: turns have no other type, tags or entities; ask for type 'turn' alone")
    return filters


def _possible(filters: Filters) -> Filters:
    """Raises InputError where no time is both: a search would find nothing, and not say why."""
    after, before = filters.after, filters.before
    if after is not None and before is not None and after >= before:
        raise InputError(
            f"filters: after ({after.isoformat()}) is not before before ({before.isoformat()}), so that "
            "nothing fits; exchange them"
        )
    return filters


def _key(value: object) -> str | None:
    name = label(value, "filters", "entity")
    return normalised(name) if name else None


def _types(value: object) -> tuple[str, ...]:
    types = _several(value, "type")
    known = [*RecordType, TURN]
    wrong = [each for each in types if each not in known]
    if wrong:
        raise InputError(f"filters: the type {wrong[0]!r} is unknown; there are {', '.join(known)}")
    return types


def _several(value: object, what: str) -> tuple[str, ...]:
    if value is None:
        return ()
    items = [value] if isinstance(value, str) or not isinstance(value, Iterable) else list(value)
    if not items or not all(isinstance(each, str) for each in items):
        raise InputError(f"filters: {what} is {shown(value)}; give a string or a list of strings")
    return tuple(str(each) for each in items)
