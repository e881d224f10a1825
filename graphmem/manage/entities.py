"""Which entity a name means: by what the text says, by exact key, by other names; never by likeness."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from graphmem.manage.other_names import other_names
from graphmem.manage.roles import Mention, Role, mentions, role_in
from graphmem.model.entity import Named
from graphmem.model.identity import uid
from graphmem.model.keys import normalised
from graphmem.model.record import RecordDraft

_OTHER = "other"
_NOTHING = frozenset("a an and at by for from in my of on our the to with".split())


@dataclass(slots=True)
class EntityResolver:
    """Finds the entities behind a name, or says under which uid to create one; it learns as it goes.

    known: normalised form → the entities it names in this scope, as the graph has them; what the records that
    are resolved say of them is added. mentioned: record uid → entities that it mentions already.

    One entity behind the form: that one, unless the text says that it is another ("my colleague Ana" beside
    "my sister Ana", "the other Ana"), who is then new. Several, of whom one has the form as its full name:
    that one. Several of one name: whom the record mentioned before; whom the text's role names; whom this
    record's other names and topics were said with; of whom these turns spoke last; of whom the session, then
    of whom anything spoke last. A form that is nobody's full name and several people's other name is its own
    entity, rather than a guess. "Anna" is never taken for "Anna Keller": no alias says so unless a text or a
    person added it. Those that are merged are one: what is said is written under the name it was said with.
    """

    known: Mapping[str, Sequence[Named]] = field(default_factory=dict)
    mentioned: Mapping[str, Collection[str]] = field(default_factory=dict)
    _forms: dict[str, list[Named]] = field(init=False)
    _titles: dict[str, tuple[str, str]] = field(init=False, default_factory=dict)
    _last: dict[str, str] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self._forms = {form: list(named) for form, named in self.known.items()}

    def __call__(self, name: str, record: RecordDraft, record_uid: str = "") -> tuple[str, ...]:
        """Uids of whom a record names so: one, or several where it tells several of one name apart."""
        return tuple(
            dict.fromkeys(self._one(name, each, record, record_uid) for each in mentions(record.text, name))
        )

    def learnt(self, record: RecordDraft, record_uid: str = "") -> Iterator[tuple[str, str]]:
        """(form, entity uid) of the other names that a statement gives; who bears one keeps it."""
        for name, alias in other_names(record.text, record.entities):
            form = normalised(alias)
            for entity in self(name, record, record_uid):
                key, _ = self.title(entity, name)
                borne = self._forms.setdefault(form, [])
                if not any(each.key == form or each.uid == entity for each in borne):
                    borne.append(Named(entity, key, self._root(entity)))
                yield form, entity

    def told_apart(self, entity: str, name: str, record: RecordDraft) -> Iterator[str]:
        """Names of the form "mayas sister ana" that the text gives an entity; they tell it from others."""
        key = normalised(name)
        for each in mentions(record.text, name):
            if each.role and each.role.called(key) in self._aliases(entity, key):
                yield each.role.called(key)

    def title(self, entity: str, name: str) -> tuple[str, str]:
        """The key and the name under which an entity is created."""
        return self._titles.get(entity, (normalised(name), name))

    def _one(self, name: str, said: Mention, record: RecordDraft, record_uid: str) -> str:
        key = normalised(name)
        known = self._forms.get(key, [])
        same = [each for each in known if each.key == key]
        if not same and len({each.root for each in known}) == 1:
            return min(each.uid for each in known)
        chosen = self._chosen(key, same, said, record, record_uid)
        self._titles.setdefault(chosen, (key, name))
        self._last[key] = chosen
        self._describe(key, chosen, said.role)
        return chosen

    def _chosen(
        self, key: str, same: Sequence[Named], said: Mention, record: RecordDraft, record_uid: str
    ) -> str:
        """Of those whose full name this is; a new one where there is none, or the text says it is none."""
        before = set(self.mentioned.get(record_uid, ()))
        if said.role is None and not said.other and (kept := [e for e in same if e.uid in before]):
            return kept[0].uid
        fitting = [each for each in same if not self._excluded(each, key, said.role)]
        if said.role and (named := [e for e in fitting if said.role.called(key) in e.aliases]):
            return named[0].uid
        if said.other and fitting:
            now = self._last.get(key) or _latest(fitting).uid
            rest = [each for each in fitting if each.uid != now]
            return self._best(key, rest, record) if rest else entity_uid(key, _OTHER)
        if fitting:
            return self._best(key, fitting, record)
        return entity_uid(key, f"{said.role.whose} {said.role.role}" if said.role and same else "")

    def _best(self, key: str, fitting: Sequence[Named], record: RecordDraft) -> str:
        if len({each.root for each in fitting}) == 1:
            return fitting[0].uid
        words = {normalised(word) for word in (*record.entities, *record.tags)} - {key}
        shared = {each.uid: len(words & each.beside) for each in fitting}
        common = frozenset.intersection(*(each.beside for each in fitting))
        said = set(normalised(record.text).split()) - _NOTHING
        called = {each.uid: {w for alias in each.aliases for w in alias.split()} & said for each in fitting}
        common_names = set.intersection(*called.values())
        telling = {uid: shared[uid] - len(words & common) + len(called[uid] - common_names) for uid in shared}
        best = max(telling.values())
        first = [each for each in fitting if telling[each.uid] == best]
        if best > 0 and len(first) == 1:
            return first[0].uid
        last = self._last.get(key)
        return last if last in {each.uid for each in first} and last else _latest(first).uid

    def _excluded(self, each: Named, key: str, role: Role | None) -> bool:
        roles = filter(None, (role_in(alias, key) for alias in each.aliases))
        return role is not None and any(role.excludes(known) for known in roles)

    def _describe(self, key: str, entity: str, role: Role | None) -> None:
        """Keep what was said of an entity for the records that follow."""
        forms = self._forms.setdefault(key, [])
        at = next((i for i, each in enumerate(forms) if each.uid == entity), None)
        if at is None:
            forms.append(Named(entity, key, entity))
            at = len(forms) - 1
        if role and role.called(key) not in forms[at].aliases:
            forms[at] = replace(forms[at], aliases=(*forms[at].aliases, role.called(key)))

    def _aliases(self, entity: str, key: str) -> tuple[str, ...]:
        return next((each.aliases for each in self._forms.get(key, ()) if each.uid == entity), ())

    def _root(self, entity: str) -> str:
        every: Iterable[Named] = (each for named in self._forms.values() for each in named)
        return next((each.root for each in every if each.uid == entity), entity)


def _latest(fitting: Sequence[Named]) -> Named:
    """Of whom the session spoke last, else of whom anything did."""
    return max(fitting, key=lambda each: (each.here, each.last, each.uid))


def entity_uid(key: str, discriminator: str = "") -> str:
    """The uid of an entity; a discriminator tells apart two who share a name."""
    return uid("entity", key, discriminator)
