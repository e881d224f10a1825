"""Which entity a name means: by exact key, then by alias, never by likeness."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from graphmem.model.entity import Named
from graphmem.model.identity import uid
from graphmem.model.keys import normalised


@dataclass(frozen=True, slots=True)
class EntityResolver:
    """Finds the entity behind a surface form, or says under which uid to create it.

    known: normalised surface form → the entities it names in this scope, as the graph has them.

    One entity behind the form: that one. Several: the one whose full name is the form; if none is, the
    entity of that very key, which may be new, rather than a guess. "Anna" is never taken for "Anna Keller":
    no alias says so unless a person or a model added it. Those that are merged are one entity: what is said
    is written under the name that it was said with, so that the merge can be taken back.
    """

    known: Mapping[str, Sequence[Named]] = field(default_factory=dict)

    def __call__(self, name: str) -> str:
        key = normalised(name)
        known = self.known.get(key, ())
        same = [each for each in known if each.key == key]
        if len(same) == 1 or len({each.root for each in known}) == 1:
            return min(each.uid for each in same or known)
        return entity_uid(key)


def entity_uid(key: str, discriminator: str = "") -> str:
    """The uid of an entity; a discriminator tells apart two who share a name."""
    return uid("entity", key, discriminator)
