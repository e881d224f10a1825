"""A background of other users, so that a search is measured in a store that is mostly not its own.

The turns go in through `add_many`, as anybody's would, with stand-ins for the embedder and the encoder:
100,000 turns take hours to embed and to encode, so their vectors, records, entities, topics and dates are
those of the real conversations in the store, each vector with noise of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from itertools import zip_longest
from typing import Any

import numpy as np

from graphmem.bench.adding import remove_user
from graphmem.bench.crowd_records import Facts, read_facts
from graphmem.bench.datasets import Dialogue
from graphmem.errors import GraphMemError, InputError
from graphmem.memory import AsyncMemory
from graphmem.model.results import AddManyResult
from graphmem.model.turn import Conversation, Message
from graphmem.ports.embedder import Matrix
from graphmem.store.executor import Executor

USERS = 200
PREFIX = "locomo-crowd:"
_SESSION = 100
_NOISE = 0.3  # length of the noise beside a unit vector: a cosine of .96 to the original
_SENTENCES = 4
_BESIDE = 8  # users; twice as many as conversations are added at once
_FRAME = re.compile(r".*\(\d{1,2} [A-Z][a-z]+ \d{4}\)")  # how the name of an event frame ends
_START = datetime(2023, 1, 1, 9, tzinfo=UTC)

Tell = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Pool:
    """What the background is made of: real sentences, contexts, records and evidence nodes of the store.

    sentences: by row of sentence_vectors; contexts: vectors only, of turns with their neighbours.
    """

    speakers: tuple[str, ...]
    sentences: Mapping[str, int]
    sentence_vectors: Matrix
    context_vectors: Matrix
    facts: Facts = field(default_factory=Facts)


@dataclass(frozen=True, slots=True)
class Held:
    """What the store holds of the background, or of one of its users.

    unfinished: turns without vectors or outside any segment, and segments without records.
    """

    turns: int = 0
    records: int = 0
    evidence: int = 0
    unfinished: int = 0

    def __add__(self, other: Held) -> Held:
        return Held(
            self.turns + other.turns,
            self.records + other.records,
            self.evidence + other.evidence,
            self.unfinished + other.unfinished,
        )


class PoolEmbedder:
    """Stands in for the embedder under its id: a sentence, record, entity or topic that is known gets its
    real vector, an event frame that of a real one, and any other text one that its hash chooses; all get
    noise, which the text and the seed fix.
    """

    def __init__(self, pool: Pool, embedder_id: str, seed: int) -> None:
        self.id = embedder_id
        self.dimensions = pool.context_vectors.shape[1]
        self._pool = pool
        self._seed = seed
        self._records = {shape.draft.text: row for row, shape in enumerate(pool.facts.shapes)}

    async def embed(self, texts: Sequence[str], *, kind: str = "document") -> Matrix:
        """See ports.Embedder."""
        if not texts:
            return np.zeros((0, self.dimensions), dtype=np.float32)
        return np.stack([self._vector(text) for text in texts])

    def _vector(self, text: str) -> Matrix:
        digest = int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")
        rng = np.random.default_rng([self._seed, digest])
        noise = rng.standard_normal(self.dimensions)
        vector = self._base(text, digest) + _NOISE * noise / np.linalg.norm(noise)
        unit: Matrix = (vector / np.linalg.norm(vector)).astype(np.float32)
        return unit

    def _base(self, text: str, digest: int) -> Matrix:
        facts, head = self._pool.facts, text.partition("\n")[0]
        vector: Matrix
        if (record := self._records.get(text)) is not None:
            vector = facts.vectors[record]
        elif (node := facts.names.get(head, facts.names.get(head.rpartition(" (")[0]))) is not None:
            vector = facts.node_vectors[node]
        elif facts.frames and _FRAME.fullmatch(head):
            vector = facts.node_vectors[facts.frames[digest % len(facts.frames)]]
        else:
            vector = self._said(text, digest)
        return vector

    def _said(self, text: str, digest: int) -> Matrix:
        """Of a passage, "speaker: sentence", or of a context, several lines."""
        known = self._pool.sentences.get(text.partition(": ")[2])
        vectors = self._pool.context_vectors if "\n" in text else self._pool.sentence_vectors
        vector: Matrix = vectors[digest % len(vectors) if known is None else known]
        return vector


async def read_pool(executor: Executor, dialogues: Sequence[Dialogue]) -> Pool:
    """What conversations in the store are made of. Raises GraphMemError when there are none."""
    speakers: dict[str, None] = {}
    sentences: dict[str, int] = {}
    sentence_vectors: list[Matrix] = []
    context_vectors: list[Matrix] = []
    for dialogue in dialogues:
        for session in dialogue.sessions:
            rows = await executor.read(
                "admin/crowd_pool", scope=dialogue.scope, session_uid=session.session_id
            )
            for row in rows:
                speakers.setdefault(row["speaker"])
                context_vectors.append(_array(row["context_embedding"]))
                for passage in row["passages"]:
                    if sentences.setdefault(passage["text"], len(sentence_vectors)) == len(sentence_vectors):
                        sentence_vectors.append(_array(passage["embedding"]))
    if not sentence_vectors:
        raise GraphMemError("the store holds no conversation of the file to make a background from")
    scopes = [dialogue.scope for dialogue in dialogues]
    facts = await read_facts(executor, scopes, len(context_vectors))
    return Pool(tuple(speakers), sentences, np.stack(sentence_vectors), np.stack(context_vectors), facts)


def plan(turns: int, seed: int) -> dict[str, int]:
    """Turns by user: two hundred users, or one for each turn when there are fewer. Raises InputError."""
    if turns < 1:
        raise InputError(f"a background of {turns} turns is none; give --crowd a number above 0")
    users = min(USERS, turns)
    return {f"{PREFIX}{seed}:{n:03d}": turns // users + (n < turns % users) for n in range(users)}


async def held(executor: Executor) -> dict[str, Held]:
    """What the store holds of each user of the background."""
    rows = await executor.read("admin/crowd_users", prefix=PREFIX)
    return {
        row["scope"]: Held(row["turns"], row["records"], row["evidence"], row["unfinished"]) for row in rows
    }


async def fill(
    memory: AsyncMemory, executor: Executor, pool: Pool, wanted: Mapping[str, int], seed: int, tell: Tell
) -> int:
    """Bring the background to what `plan` says; how many turns were added.

    memory: with a PoolEmbedder and a PoolEncoder. Users that are complete stay, all others are removed and
    made anew: a run that was broken off goes on where it stopped.
    """
    found = await held(executor)
    complete = {
        scope
        for scope, each in found.items()
        if (each.turns, each.unfinished) == (wanted.get(scope), 0) and (each.records or not pool.facts.shapes)
    }
    for scope in found.keys() - complete:
        await remove_user(executor, scope)
    missing = {scope: turns for scope, turns in wanted.items() if scope not in complete}
    before = sum(wanted.values()) - sum(missing.values())

    def told(sums: AddManyResult) -> None:
        tell(before + sums.turns_added + sums.turns_deduplicated)

    tell(before)
    result = await memory.add_many(_in_turn(pool, missing, seed), progress=told)
    if not result.complete:
        reasons = [each.reason for each in result.failed_conversations]
        reasons += [*(each.reason for each in result.failed_segments), result.unembedded_reason]
        raise GraphMemError(f"the background could not be written: {next(filter(None, reasons), '')}")
    return result.turns_added


def _in_turn(pool: Pool, missing: Mapping[str, int], seed: int) -> Iterator[Conversation]:
    """The sessions of a few users at a time, one of each in turn: those of one user, side by side, would wait
    for each other at the entities they share.
    """
    users = list(missing.items())
    for at in range(0, len(users), _BESIDE):
        several = [conversations(pool, scope, turns, seed) for scope, turns in users[at : at + _BESIDE]]
        for sessions in zip_longest(*several):
            yield from (each for each in sessions if each)


async def remove(executor: Executor, tell: Tell) -> int:
    """Delete the background; how many users it had. tell: told how many of them are gone."""
    users = list(await held(executor))
    for number, scope in enumerate(users, 1):
        await remove_user(executor, scope)
        tell(number)
    return len(users)


def conversations(pool: Pool, scope: str, turns: int, seed: int) -> Iterator[Conversation]:
    """Sessions of one user: two speakers of the pool in turn, each turn one to four sentences drawn at
    random. The same user, seed and pool give the same turns, and more turns only go on.
    """
    user = int.from_bytes(blake2b(scope.encode(), digest_size=4).digest(), "big")
    rng = np.random.default_rng([seed, user])
    sentences = list(pool.sentences)
    pair = rng.choice(len(pool.speakers), size=min(2, len(pool.speakers)), replace=False)
    messages = [_message(rng, sentences, pool.speakers[pair[n % len(pair)]], n) for n in range(turns)]
    for at in range(0, turns, _SESSION):
        yield Conversation(f"session_{at // _SESSION + 1}", tuple(messages[at : at + _SESSION]), scope)


def _message(rng: np.random.Generator, sentences: Sequence[str], speaker: str, number: int) -> Message:
    chosen = rng.integers(len(sentences), size=int(rng.integers(1, _SENTENCES + 1)))
    said_at = _START + timedelta(days=3 * (number // _SESSION), minutes=number % _SESSION)
    text = " ".join(sentences[i] for i in chosen)
    return Message("user", text, name=speaker, timestamp=said_at, id=f"n{number}")


def _array(values: Any) -> Matrix:
    return np.asarray(list(values), dtype=np.float32)
