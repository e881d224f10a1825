"""Which entity a name means: by exact key, then by alias, never by likeness."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from graphmem.model.identity import uid
from graphmem.model.keys import normalised


@dataclass(frozen=True, slots=True)
class EntityResolver:
    """Finds the entity behind a surface form, or says under which uid to create it.

    aliases: normalised surface form → uids of the entities it names in this scope, as the graph has them.
    keys: entity uid → its key (the normalised full name), needed only where a form names several entities.

    One entity behind the form: that one. Several: the one whose full name is the form; if none is, the
    entity of that very key, which may be new, rather than a guess. "Anna" is never taken for "Anna Keller":
    no alias says so unless a person or a model added it.
    """

    aliases: Mapping[str, Sequence[str]] = field(default_factory=dict)
    keys: Mapping[str, str] = field(default_factory=dict)

    def __call__(self, name: str) -> str:
        key = normalised(name)
        known = self.aliases.get(key, ())
        if len(known) == 1:
            return known[0]
        same = [entity for entity in known if self.keys.get(entity) == key]
        return same[0] if len(same) == 1 else entity_uid(key)


def entity_uid(key: str, discriminator: str = "") -> str:
    """The uid of an entity; a discriminator tells apart two who share a name."""
    return uid("entity", key, discriminator)
