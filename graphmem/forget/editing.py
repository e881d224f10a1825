"""A memory changed by hand: a new version with the editor as its evidence; the old one stays, superseded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from graphmem.errors import Conflict, InputError
from graphmem.manage.connect import connect, evidence_text, surface_forms
from graphmem.manage.entities import EntityResolver
from graphmem.model.change import OPEN_END, GraphChange
from graphmem.model.identity import uid
from graphmem.model.interval import Interval, interval_or_none
from graphmem.model.keys import normalised
from graphmem.model.record import Encoding, RecordDraft, RecordType
from graphmem.model.results import StoredMemory
from graphmem.model.turn import Turn
from graphmem.ports import Clock, Embedder, Encoder
from graphmem.store import evidence, records
from graphmem.store import history as store
from graphmem.store.executor import Executor
from graphmem.store.history import Editable, Edition
from graphmem.store.readers import GraphReader
from graphmem.store.records import Landing
from graphmem.store.times import shown

LONGEST = 4000


@dataclass(frozen=True, slots=True)
class EditRecord:
    """Put a record into other words. The new version keeps what the old one was about, its turns and, unless
    the new words name another, its date; names and topics are read from the words by `names`.
    """

    executor: Executor
    reading: GraphReader
    embedder: Embedder
    clock: Clock
    names: Encoder

    async def __call__(self, scope: str, record_uid: str, text: str, *, by: str, reason: str) -> StoredMemory:
        """The new version; the same edit again gives the same. Raises NotFound, InputError, and Conflict when
        the record is not believed any more.
        """
        words = _checked(text)
        old = await store.editable(self.executor, scope, record_uid)
        if words == old.record["text"]:
            raise InputError(f"record {record_uid} says that already; give another text")
        edit_uid = uid("edit", record_uid, words)
        turn = _as_turn(old, edit_uid, words)
        draft = _draft(old, edit_uid, words, await self.names.encode([turn]))
        landing = await self._landing(scope, old, Encoding((draft,)), turn)
        new_uid = landing.change.records[0].uid
        edition = Edition(edit_uid, record_uid, new_uid, by, reason)
        if not await store.land_edition(self.executor, landing, edition, self.clock.now()):
            await self._again(scope, record_uid, new_uid)
        return await self.reading.get(scope, new_uid)

    async def _again(self, scope: str, old: str, new: str) -> None:
        """Raise Conflict unless this very edit is what superseded the record."""
        versions = {version.memory.id: version for version in await store.history(self.executor, scope, old)}
        by = [each.id for each in versions[old].replaced_by]
        if new not in by:
            latest = f"; {by[-1]} took its place: change that one" if by else ""
            raise Conflict(f"record {old} is not believed any more{latest}")

    async def _landing(self, scope: str, old: Editable, encoding: Encoding, turn: Turn) -> Landing:
        known, _ = await evidence.known_names(
            self.executor, scope, surface_forms(encoding), session_uid=old.record["session_uid"], records=()
        )
        segment = old.segment_uid or uid("edits", old.record["uid"])
        change = connect(
            scope, segment, old.record["session_uid"], encoding, [turn], resolve=EntityResolver(known)
        )
        until = shown(old.record["valid_to"]) or OPEN_END  # other words for what has ended have ended, too
        change = replace(change, records=tuple(replace(row, valid_to=until) for row in change.records))
        return await self._embedded(scope, change)

    async def _embedded(self, scope: str, change: GraphChange) -> Landing:
        nodes = {node.uid: node for node in change.evidence if node.kind != "entity_topic"}
        known = await records.embedded_evidence(self.executor, scope, list(nodes))
        fresh = [node for node in nodes.values() if node.uid not in known]
        (row,) = change.records
        texts = [row.text, *(evidence_text(node, [row.text]) for node in fresh)]
        vectors = await self.embedder.embed(texts, kind="document")
        by_node = {node.uid: vectors[i] for i, node in enumerate(fresh, 1)}
        return Landing(change, "", "", (), {row.uid: vectors[0]}, by_node)


def _checked(text: object) -> str:
    words = " ".join(text.split()) if isinstance(text, str) else ""
    if not words:
        raise InputError("text is empty; give the statement as it should read. To remove it, delete it")
    if len(words) > LONGEST:
        raise InputError(f"text has {len(words)} characters; a statement has {LONGEST} at most")
    return words


def _as_turn(old: Editable, edit_uid: str, words: str) -> Turn:
    """The edit as if it had been said when the record was: so that dates in it mean what they meant then."""
    record = old.record
    speaker = record.get("subject") or "user"
    return Turn(edit_uid, record["session_uid"], 0, "user", speaker, words, old.said_at, record["agent_id"])


def _draft(old: Editable, edit_uid: str, words: str, read: Encoding) -> RecordDraft:
    record = old.record
    dated = next((draft for draft in read.records if draft.interval), None)
    tags = [tag for draft in read.records for tag in draft.tags]
    return RecordDraft(
        type=RecordType(record["type"]),
        text=words,
        evidence=(edit_uid,),
        subject=record.get("subject") or "",
        status=record.get("status") or "",
        entities=_still_named(old.entities, [e for d in read.records for e in d.entities], words),
        tags=tuple(dict.fromkeys(tags)) or tuple(record.get("tags") or ()),
        time_text=dated.time_text if dated else record.get("time_text") or "",
        interval=dated.interval if dated else _interval(old),
        source_role=record.get("source_role") or "user",
    )


def _still_named(before: Iterable[str], read: Sequence[str], words: str) -> tuple[str, ...]:
    """Names that the new words hold: those read from them, and those known before."""
    text = f" {normalised(words)} "
    kept = [name for name in before if f" {normalised(name)} " in text]
    return tuple({normalised(name): name for name in [*read, *kept]}.values())


def _interval(old: Editable) -> Interval | None:
    record = old.record
    start, end = shown(record["event_from"]), shown(record["event_to"])
    return interval_or_none(start, end, record.get("granularity") or "")
