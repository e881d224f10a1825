"""LoCoMo for measuring (Maharana et al., 2024): its questions, beside what was said.

What was said comes through graphmem.importers, as for any user. The gold, the category and the place of a
question stay here: `asked` turns a question into the only thing that a memory is given.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import Any

from graphmem import importers
from graphmem.errors import InputError
from graphmem.model.turn import Conversation

MEASURED = (1, 2, 3, 4)
"""Categories whose answers are in the conversation; those of category 5 are not."""
UNANSWERABLE = 5

LAST_TWO = (9, 10)
"""LoCoMo's conversations that nothing was ever tuned on."""

_DIA_ID = re.compile(r"D:?(\d+):(\d+)")


@dataclass(frozen=True, slots=True)
class Question:
    """One question. Its key is (conversation, position): texts occur twice.

    conversation: number in the file, from 1; position: number in the conversation's list, from 0.
    category: LoCoMo's number, or the ability that others name. gold: places of the turns that prove the
    answer, counted over the whole conversation. answer: the gold one, "" where there is none. unanswerable:
    the conversation does not hold the answer, and the right reply is to say so. rubric: what BEAM's judge is
    to look for.
    """

    conversation: int
    position: int
    category: int | str
    text: str
    gold: frozenset[int]
    answer: str = ""
    unanswerable: bool = False
    rubric: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[int, int]:
        """What it is known by."""
        return self.conversation, self.position

    @property
    def group(self) -> str:
        """What the questions of its kind are reported under."""
        return f"category {self.category}" if isinstance(self.category, int) else self.category


@dataclass(frozen=True, slots=True)
class Asked:
    """All that a memory is given of a question. reference_time: when it is asked."""

    text: str
    reference_time: datetime | None


@dataclass(frozen=True, slots=True)
class Dialogue:
    """One conversation of the file: its sessions in order, and its questions with resolvable gold.

    places: place of every turn in the whole conversation, by session and message id. benchmark: whose it is.
    asked_at: the moment of the questions; None stands for the end of the conversation. probes: the questions
    to be answered, those without gold turns and those without an answer too.
    """

    number: int
    name: str
    sessions: tuple[Conversation, ...]
    questions: tuple[Question, ...]
    places: Mapping[tuple[str, str], int] = field(repr=False)
    benchmark: str = "locomo"
    asked_at: datetime | None = None
    probes: tuple[Question, ...] = ()

    @property
    def scope(self) -> str:
        """The user whose memory holds this conversation and no other."""
        return f"{self.benchmark}:{self.name}"

    @property
    def turns(self) -> int:
        return len(self.places)

    @property
    def ended_at(self) -> datetime | None:
        """When its last dated turn was said."""
        said = [each.timestamp for session in self.sessions for each in session.messages if each.timestamp]
        return max(said, default=None)


@dataclass(frozen=True, slots=True)
class Benchmark:
    """The chosen conversations of a benchmark's file or folder. sha256: of what was read of it.

    subsets: conversations whose questions are also reported together, by name. held_out: the subset on which
    nothing was tuned, which is also reported by kind; "" for none.
    """

    name: str
    path: Path
    sha256: str
    dialogues: tuple[Dialogue, ...]
    subsets: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    held_out: str = ""

    @property
    def questions(self) -> tuple[Question, ...]:
        return tuple(question for dialogue in self.dialogues for question in dialogue.questions)

    @property
    def probes(self) -> tuple[Question, ...]:
        return tuple(question for dialogue in self.dialogues for question in dialogue.probes)


def read_locomo(path: str | Path, chosen: Sequence[int] = ()) -> Benchmark:
    """The conversations with these numbers, from 1; all of them when none is named.

    Only questions of the categories 1 to 4 whose evidence names at least one turn are kept.
    Raises InputError: absent or unreadable file, not LoCoMo, without questions, a number that is not there.
    """
    file = Path(path)
    spoken = {
        name: tuple(sessions)
        for name, sessions in groupby(importers.read(file, "locomo"), key=lambda each: each.user_id or "")
    }
    samples = _samples(file)
    wanted = numbers_of(chosen, len(samples), file)
    dialogues = tuple(_dialogue(number, samples[number - 1], spoken, file) for number in wanted)
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    return Benchmark("locomo", file, digest, dialogues, {"last2": LAST_TWO}, "last2")


def asked(question: Question, dialogue: Dialogue) -> Asked:
    """The only way from a question to a memory: its words, and when it is asked."""
    return Asked(question.text, dialogue.asked_at or dialogue.ended_at)


def sample(data: Benchmark, count: int | None, seed: int) -> Benchmark:
    """The same conversations with `count` of their questions, drawn by the seed, in the file's order; and, of
    those to be answered, as many drawn anew.
    """
    if count is None:
        return data
    asks, answers = _drawn(data.questions, count, seed), _drawn(data.probes, count, seed)
    return replace(
        data,
        dialogues=tuple(
            replace(
                dialogue,
                questions=tuple(one for one in dialogue.questions if one.key in asks),
                probes=tuple(one for one in dialogue.probes if one.key in answers),
            )
            for dialogue in data.dialogues
        ),
    )


def _drawn(questions: Sequence[Question], count: int, seed: int) -> frozenset[tuple[int, int]]:
    keys = [one.key for one in questions]
    return frozenset(random.Random(seed).sample(keys, count) if count < len(keys) else keys)


def read_audit(path: str | Path) -> frozenset[tuple[int, int]]:
    """Keys of the questions whose gold an audit found wrong (`errors.json` of locomo-audit).

    Raises InputError when it is absent or of another form.
    """
    file = Path(path)
    try:
        entries = json.loads(file.read_text(encoding="utf-8"))
        matches = [re.fullmatch(r"locomo_(\d+)_qa(\d+)", each["question_id"]) for each in entries]
        return frozenset((int(match[1]) + 1, int(match[2])) for match in matches if match)
    except OSError as error:
        raise InputError(f"{file} cannot be read: {error.strerror or error}") from error
    except (ValueError, TypeError, KeyError) as error:
        raise InputError(f"{file} does not have the form of locomo-audit's errors.json: {error}") from error


def _samples(file: Path) -> list[dict[str, Any]]:
    """The file's samples; importers.read has checked that their conversations have the form of LoCoMo."""
    document = json.loads(file.read_text(encoding="utf-8-sig"))
    samples: list[dict[str, Any]] = document if isinstance(document, list) else [document]
    for number, each in enumerate(samples, 1):
        if not isinstance(each.get("qa"), list):
            raise InputError(f"{file}, sample {number} has no questions (qa); the benchmark needs them")
    names = [each.get("sample_id") for each in samples if each.get("sample_id")]
    if twice := sorted({str(name) for name in names if names.count(name) > 1}):
        raise InputError(f"{file}: {', '.join(twice)} names two samples; give each a sample_id of its own")
    return samples


def numbers_of(chosen: Sequence[int], count: int, file: Path) -> list[int]:
    """The chosen numbers in order, all when none was named. Raises InputError for one that is not there."""
    wrong = [number for number in chosen if not 1 <= number <= count]
    if wrong:
        raise InputError(
            f"{file} has no conversation {', '.join(map(str, wrong))}; its numbers are 1 to {count}"
        )
    return sorted(set(chosen)) or list(range(1, count + 1))


def places_of(sessions: Iterable[Conversation]) -> dict[tuple[str, str], int]:
    """The place of every turn in the whole conversation, by session and message id."""
    said = [(session.session_id or "", each.id or "") for session in sessions for each in session.messages]
    return {key: place for place, key in enumerate(said)}


def _dialogue(
    number: int, sample: Mapping[str, Any], spoken: Mapping[str, tuple[Conversation, ...]], file: Path
) -> Dialogue:
    name = str(sample.get("sample_id") or f"{file.stem}-{number}")
    sessions = spoken.get(name, ())
    places = places_of(sessions)
    by_id = {numbers: place for (_, dia_id), place in places.items() for numbers in _numbers(dia_id)}
    questions = [_question(number, at, entry, by_id, file) for at, entry in enumerate(sample["qa"])]
    kept = tuple(one for one in questions if one.category in MEASURED and one.gold)
    probes = tuple(one for one in questions if one.category in (*MEASURED, UNANSWERABLE))
    return Dialogue(number, name, sessions, kept, places, probes=probes)


def _question(
    number: int, position: int, entry: object, by_id: Mapping[tuple[int, int], int], file: Path
) -> Question:
    if not isinstance(entry, Mapping) or not isinstance(entry.get("question"), str):
        raise InputError(f"{file}, sample {number}, question {position + 1} has no text")
    evidence = entry.get("evidence") or []
    told = evidence if isinstance(evidence, list) else [evidence]
    gold = {by_id[ids] for each in told for ids in _numbers(str(each)) if ids in by_id}
    category = int(entry.get("category") or 0)
    absent = category == UNANSWERABLE  # two of these have an answer all the same, all of them a wrong one
    answer = "" if absent else str(entry.get("answer") or "")
    return Question(number, position, category, entry["question"], frozenset(gold), answer, absent)


def _numbers(text: str) -> Iterator[tuple[int, int]]:
    """The (session, turn) numbers in an id or in what should be one.

    The evidence has "D8:6; D9:17", "D9:1 D4:4", "D:11:26", "D30:05" and a bare "D".
    """
    for match in _DIA_ID.finditer(text):
        yield int(match[1]), int(match[2])
