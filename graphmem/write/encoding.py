"""Closed segments to records: claimed, encoded and embedded without a transaction, landed in one each."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import timedelta

from graphmem.errors import GraphMemError, ModelError, ServerUnavailable
from graphmem.extract.embed import Embeddings, EmbedTexts
from graphmem.manage.connect import connect, evidence_text, surface_forms
from graphmem.manage.entities import EntityResolver
from graphmem.manage.record_rows import record_uid
from graphmem.model.change import GraphChange
from graphmem.model.progress import Progress
from graphmem.model.record import Encoding
from graphmem.model.results import FailedSegment
from graphmem.model.segment import Segment, Vector
from graphmem.ports import Clock, Encoder
from graphmem.store import evidence, records, segments
from graphmem.store.executor import Executor
from graphmem.store.forgetting import tombstones
from graphmem.store.records import Landing
from graphmem.store.segments import SegmentTurns
from graphmem.together import together
from graphmem.write.beliefs import SettleBeliefs
from graphmem.write.checked import checked
from graphmem.write.intake import fresh_uid
from graphmem.write.timing import Stopwatch

_logger = logging.getLogger(__name__)

REFERENCE_RECORDS = 12
REFERENCE_CHARACTERS = 2400
BROKEN_OFF = "it was broken off before this segment was encoded; consolidate goes on"


@dataclass(frozen=True, slots=True)
class Encoded:
    """What encoding came to. superseded: former records that were not yielded again; mended: see Encoding.

    unembedded: records that are stored without a vector, since the embedder refuses their text with `reason`.
    """

    segments: int = 0
    records: int = 0
    failed: tuple[FailedSegment, ...] = ()
    superseded: int = 0
    mended: Mapping[str, int] = field(default_factory=dict)
    unembedded: int = 0
    reason: str = ""

    def __add__(self, other: Encoded) -> Encoded:
        return Encoded(
            self.segments + other.segments,
            self.records + other.records,
            self.failed + other.failed,
            self.superseded + other.superseded,
            dict(Counter(self.mended) + Counter(other.mended)),
            self.unembedded + other.unembedded,
            self.reason or other.reason,
        )


@dataclass(frozen=True, slots=True)
class _Draft:
    of: SegmentTurns
    encoding: Encoding
    change: GraphChange


@dataclass(frozen=True, slots=True)
class EncodeSegments:
    """Encode closed segments of one user: sessions side by side, inside a session one after the other.

    A segment that cannot be encoded, or embedded since the embedder is down, is left `failed` with its
    reason, its turns untouched; a record whose text the embedder refuses is stored without a vector. One
    that another process holds is left to it. batch: segments of a session that are claimed, and whose records
    are embedded, together. settle: compares what has landed with what else is believed. lease: after which
    the segments of a vanished process are free again; it is renewed three times as often for as long as they
    are worked on. concurrency: sessions at once.
    """

    executor: Executor
    encoder: Encoder
    embed: EmbedTexts
    clock: Clock
    settle: SettleBeliefs | None = None
    batch: int = 16
    lease: timedelta = timedelta(minutes=1)
    concurrency: int = 4

    async def __call__(
        self,
        scope: str,
        sessions: Sequence[Sequence[str]],
        watch: Stopwatch,
        progress: Progress | None = None,
    ) -> Encoded:
        """sessions: uids of each session's segments, in order. The first error ends the others."""
        total, done = sum(map(len, sessions)), 0
        places = asyncio.Semaphore(self.concurrency)

        async def session(uids: Sequence[str]) -> Encoded:
            nonlocal done
            result = Encoded()
            async with places:
                for at in range(0, len(uids), self.batch):
                    batch = uids[at : at + self.batch]
                    result += await self._batch(scope, batch, fresh_uid(), watch)
                    done += len(batch)
                    if progress:
                        progress(done, total)
            return result

        return sum(await together(session(uids) for uids in sessions), Encoded())

    async def _batch(self, scope: str, uids: Sequence[str], owner: str, watch: Stopwatch) -> Encoded:
        now = self.clock.now()
        with watch.stage("land"):
            claimed = await segments.claim(
                self.executor, scope, uids, owner=owner, now=now, lease_until=now + self.lease
            )
        beating = asyncio.ensure_future(self._keep(scope, owner, claimed))
        try:
            return await self._claimed(scope, owner, claimed, watch)
        except BaseException:
            await self._give_back(scope, owner, claimed)
            raise
        finally:
            beating.cancel()
            await asyncio.gather(beating, return_exceptions=True)

    async def _keep(self, scope: str, owner: str, claimed: Sequence[SegmentTurns]) -> None:
        """Renew the lease of a batch until this is cancelled; the next renewal makes up for a failed one."""
        uids = [of.segment.uid for of in claimed]
        while uids:
            await asyncio.sleep(self.lease.total_seconds() / 3)
            with suppress(GraphMemError):
                until = self.clock.now() + self.lease
                await segments.renew(self.executor, scope, uids, owner=owner, lease_until=until)

    async def _give_back(self, scope: str, owner: str, claimed: Sequence[SegmentTurns]) -> None:
        """Free what was claimed and is not encoded: else the next to encode would wait for the lease."""
        with suppress(GraphMemError):
            for of in claimed:
                await segments.fail(self.executor, scope, of.segment.uid, owner, BROKEN_OFF)

    async def _claimed(
        self, scope: str, owner: str, claimed: Sequence[SegmentTurns], watch: Stopwatch
    ) -> Encoded:
        encoded, failed = await self._encode(scope, claimed, watch)
        drafts = await self._connect(scope, encoded, watch)
        landings, unembedded, refused = await self._embed(scope, owner, drafts, watch)
        failed += unembedded
        for failure in failed:
            await segments.fail(self.executor, scope, failure.uid, owner, failure.reason)
        landed, broken = await self._land(landings, watch)
        if self.settle:
            with watch.stage("settle"):
                await self.settle(scope, sorted(frozenset().union(*(each.unsettled for each in landings))))
        mended = sum((Counter(encoding.mended) for _, encoding in encoded), Counter[str]())
        return replace(
            landed,
            failed=(*failed, *broken),
            mended=dict(mended),
            unembedded=len(refused),
            reason=next(iter(refused.values()), ""),
        )

    async def _encode(
        self, scope: str, claimed: Sequence[SegmentTurns], watch: Stopwatch
    ) -> tuple[list[tuple[SegmentTurns, Encoding]], list[FailedSegment]]:
        """Each after the one before it in its session, whose note and last records it is given."""
        encoded: list[tuple[SegmentTurns, Encoding]] = []
        failed: list[FailedSegment] = []
        note, texts = await self._before(scope, claimed[0].segment) if claimed else ("", ())
        for of in claimed:
            try:
                with watch.stage("encode"):
                    encoding = checked(
                        await self.encoder.encode(
                            of.turns, reference=_reference(texts), note=note, scope=scope
                        ),
                        of.turns,
                    )
            except Exception as error:  # an encoder of any make: whatever it raises must not cost the turns
                reason = str(error) or type(error).__name__
                unexpected = error if not isinstance(error, ModelError) else None
                _logger.warning("segment %s was not encoded: %s", of.segment.uid, reason, exc_info=unexpected)
                failed.append(FailedSegment(of.segment.uid, reason))
                continue
            encoded.append((of, encoding))
            note = encoding.note or note
            texts = (*texts, *(record.text for record in encoding.records))[-REFERENCE_RECORDS:]
        return encoded, failed

    async def _before(self, scope: str, segment: Segment) -> tuple[str, tuple[str, ...]]:
        """Note and records that a segment starts with: none at a session's beginning, so that encoding it
        again starts from where the first time did, not from the note that the session ended with.
        """
        if segment.position == 0:
            return "", ()
        return await segments.reference(self.executor, scope, segment, REFERENCE_RECORDS)

    async def _connect(
        self, scope: str, encoded: Sequence[tuple[SegmentTurns, Encoding]], watch: Stopwatch
    ) -> list[_Draft]:
        encoded = await self._allowed(scope, encoded)
        forms = [form for _, encoding in encoded for form in surface_forms(encoding)]
        with watch.stage("land"):
            known, mentioned = await evidence.known_names(
                self.executor, scope, forms,
                session_uid=encoded[0][0].segment.session_uid if encoded else "",
                records=_record_uids(encoded),
            )  # fmt: skip
        resolve = EntityResolver(known, mentioned)
        return [_Draft(of, encoding, self._change(scope, of, encoding, resolve)) for of, encoding in encoded]

    async def _allowed(
        self, scope: str, encoded: Sequence[tuple[SegmentTurns, Encoding]]
    ) -> list[tuple[SegmentTurns, Encoding]]:
        """Without the records that a person has deleted."""
        gone = await tombstones(self.executor, scope, _record_uids(encoded))
        return [(of, _without(of.segment.uid, encoding, gone)) for of, encoding in encoded]

    def _change(
        self,
        scope: str,
        of: SegmentTurns,
        encoding: Encoding,
        resolve: EntityResolver,
    ) -> GraphChange:
        segment = of.segment
        return connect(scope, segment.uid, segment.session_uid, encoding, of.turns, resolve=resolve)

    async def _embed(
        self, scope: str, owner: str, drafts: Sequence[_Draft], watch: Stopwatch
    ) -> tuple[list[Landing], list[FailedSegment], dict[str, str]]:
        """Texts of all records and of the evidence nodes that have no vector, in one call.

        Also which records the embedder refuses, and why. A segment of which a record was not tried fails.
        """
        nodes = _evidence_texts(drafts)
        with watch.stage("land"):
            known = await records.embedded_evidence(self.executor, scope, list(nodes))
        rows = {record.uid: record.text for draft in drafts for record in draft.change.records}
        fresh = {uid: text for uid, text in nodes.items() if uid not in known}
        with watch.stage("embed"):
            found = await self.embed([*rows.values(), *fresh.values()])
        places = {uid: place for place, uid in enumerate([*rows, *fresh])}
        vectors = {uid: vector for uid, at in places.items() if (vector := found.vectors[at]) is not None}
        landings, failed = [], []
        for draft in drafts:
            uids = [record.uid for record in draft.change.records]
            if all(found.tried(places[uid]) for uid in uids):
                landings.append(self._landing(draft, owner, vectors))
            else:
                failed.append(FailedSegment(draft.of.segment.uid, found.failure))
        return landings, failed, _refused(found, list(rows))

    def _landing(self, draft: _Draft, owner: str, vectors: Mapping[str, Vector]) -> Landing:
        return Landing(
            draft.change, owner, draft.encoding.note, _proofs(draft), vectors, vectors, self._marked(draft)
        )

    def _marked(self, draft: _Draft) -> frozenset[str]:
        """The records that may take another's place, or lose theirs."""
        return self.settle.marked(draft.change.records) if self.settle else frozenset()

    async def _land(
        self, landings: Sequence[Landing], watch: Stopwatch
    ) -> tuple[Encoded, list[FailedSegment]]:
        done, broken = Encoded(), []
        for landing in landings:
            change = landing.change
            try:
                with watch.stage("land"):
                    superseded = await records.land(self.executor, landing, self.clock.now())
            except ServerUnavailable:
                raise
            except GraphMemError as error:
                broken.append(FailedSegment(change.segment_uid, str(error)))
                await segments.fail(
                    self.executor, change.scope, change.segment_uid, landing.owner, str(error)
                )
            else:
                if superseded is not None:
                    done += Encoded(1, len(change.records), superseded=superseded)
        return done, broken


def _refused(found: Embeddings, uids: Sequence[str]) -> dict[str, str]:
    """Why, by the uids of the records that stand first; each is logged."""
    refused = {uid: found.refused[place] for place, uid in enumerate(uids) if place in found.refused}
    for uid, reason in refused.items():
        _logger.warning("record %s is stored without a vector: %s", uid, reason)
    return refused


def _record_uids(encoded: Sequence[tuple[SegmentTurns, Encoding]]) -> list[str]:
    return [record_uid(of.segment.uid, record) for of, each in encoded for record in each.records]


def _without(segment_uid: str, encoding: Encoding, gone: frozenset[str]) -> Encoding:
    kept = tuple(record for record in encoding.records if record_uid(segment_uid, record) not in gone)
    return replace(encoding, records=kept)


def _reference(texts: Sequence[str]) -> str:
    """The last records, oldest first, as many as fit."""
    kept: list[str] = []
    room = REFERENCE_CHARACTERS
    for text in reversed(texts):
        room -= len(text) + 1
        if room < 0:
            break
        kept.append(text)
    return "\n".join(reversed(kept))


def _evidence_texts(drafts: Sequence[_Draft]) -> dict[str, str]:
    """What is embedded for each evidence node of the batch: its name and its records in the batch.

    Entity-topics have no vector: they are half of all nodes, nearly all with a single record, and that record
    has one.
    """
    nodes = (node for draft in drafts for node in draft.change.evidence if node.kind != "entity_topic")
    rows = {node.uid: node for node in nodes}
    texts: dict[str, list[str]] = {uid: [] for uid in rows}
    for draft in drafts:
        written = {record.uid: record.text for record in draft.change.records}
        for tie in draft.change.ties:
            if tie.end in texts and tie.start in written:
                texts[tie.end].append(written[tie.start])
    return {uid: evidence_text(node, texts[uid]) for uid, node in rows.items()}


def _proofs(draft: _Draft) -> tuple[tuple[str, str], ...]:
    segment = draft.of.segment.uid
    return tuple(
        (record_uid(segment, record), turn) for record in draft.encoding.records for turn in record.evidence
    )
