"""BEAM (Tavakoli et al., 2025) and LongMemEval (Wu et al., 2025) for measuring: long chats with an assistant.

What was said comes through graphmem.importers; gold, ability and rubric stay here (bench.datasets.asked).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import Any

from graphmem import importers
from graphmem.bench.datasets import Benchmark, Dialogue, Question, numbers_of, places_of
from graphmem.errors import InputError
from graphmem.importers.longmemeval import date_of
from graphmem.model.turn import Conversation

CHAT, PROBES = "chat.json", "probing_questions.json"
TUNED_ON, HELD_OUT = "conversations 1 to 4 (tuned on)", "conversations 5 to 10 (held out)"
SUBSETS = {TUNED_ON: (1, 2, 3, 4), HELD_OUT: (5, 6, 7, 8, 9, 10)}
"""BEAM's conversations of 100,000 tokens that the reading path was tuned on, besides LoCoMo's first eight,
and those on which nothing was tuned."""
LARGEST_100K = 1_000_000
"""Characters of a conversation. Those of 100,000 tokens have up to 673,000; the next larger ones have 1.9
million, have the same numbers, and nothing was tuned on any of them."""


def read_beam(path: str | Path, chosen: Sequence[int] = ()) -> Benchmark:
    """The conversations FOLDER/1, FOLDER/2 … with these numbers; all of them when none is named.

    The questions are those with source turns: those of abstention have none. The probes are all of them.
    Raises InputError: no such folder, a file absent or of another form, a number that is not there.
    """
    folder = Path(path)
    found = {int(each.name): each for each in _folders(folder) if each.name.isdigit()}
    if not found or sorted(found) != list(range(1, len(found) + 1)):
        raise InputError(f"{folder} does not hold BEAM's conversations in folders named 1, 2, 3 and so on")
    wanted = numbers_of(chosen, len(found), folder)
    digest = hashlib.sha256()
    dialogues = tuple(_chat(number, found[number], digest) for number in wanted)
    small = all(_characters(dialogue) <= LARGEST_100K for dialogue in dialogues)
    subsets, held_out = (SUBSETS, HELD_OUT) if small else ({}, "")
    return Benchmark("beam", folder, digest.hexdigest(), dialogues, subsets, held_out)


def read_longmemeval(path: str | Path, chosen: Sequence[int] = ()) -> Benchmark:
    """The questions with these numbers, from 1, each with the chats of its own user; all when none is named.

    The gold turns are those that the file marks with has_answer. Raises InputError as `read_beam`.
    """
    file = Path(path)
    spoken = {
        name: tuple(sessions)
        for name, sessions in groupby(
            importers.read(file, "longmemeval"), key=lambda each: each.user_id or ""
        )
    }
    document = json.loads(file.read_text(encoding="utf-8-sig"))
    entries: list[dict[str, Any]] = document if isinstance(document, list) else [document]
    wanted = numbers_of(chosen, len(entries), file)
    names = list(spoken)
    dialogues = tuple(_haystack(n, entries[n - 1], names[n - 1], spoken[names[n - 1]], file) for n in wanted)
    return Benchmark("longmemeval", file, hashlib.sha256(file.read_bytes()).hexdigest(), dialogues)


def _characters(dialogue: Dialogue) -> int:
    return sum(len(each.content) for session in dialogue.sessions for each in session.messages)


def _folders(folder: Path) -> list[Path]:
    try:
        return [each for each in folder.iterdir() if each.is_dir()]
    except OSError as error:
        raise InputError(f"{folder} cannot be read: {error.strerror or error}") from error


def _chat(number: int, folder: Path, digest: Any) -> Dialogue:
    sessions = tuple(importers.read(folder / CHAT, "beam"))
    places = places_of(sessions)
    by_id = {message_id: place for (_, message_id), place in places.items()}
    probes = folder / PROBES
    try:
        document = json.loads(probes.read_text(encoding="utf-8"))
        listed = [(ability, one) for ability, several in document.items() for one in several]
        questions = [_probe(number, at, ability, one, by_id) for at, (ability, one) in enumerate(listed)]
    except OSError as error:
        raise InputError(f"{probes} cannot be read: {error.strerror or error}") from error
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise InputError(f"{probes} does not have the form of BEAM's probing questions: {error}") from error
    digest.update((folder / CHAT).read_bytes() + probes.read_bytes())
    kept = tuple(one for one in questions if one.gold)
    return Dialogue(number, folder.name, sessions, kept, places, "beam", probes=tuple(questions))


def _probe(
    number: int, at: int, ability: str, entry: Mapping[str, Any], by_id: Mapping[str, int]
) -> Question:
    gold = {by_id[one] for one in _ids(entry.get("source_chat_ids")) if one in by_id}
    absent, rubric = ability == "abstention", tuple(map(str, entry.get("rubric") or ()))
    text, ability = str(entry["question"]), ability.replace("_", " ")
    return Question(number, at, ability, text, frozenset(gold), "", absent, rubric)


def _ids(told: object) -> Iterator[str]:
    """Every id in a list, a list of lists, or a dict of them."""
    if isinstance(told, Mapping):
        told = list(told.values())
    if isinstance(told, list):
        for each in told:
            yield from _ids(each)
    elif told is not None:
        yield str(told)


def _haystack(
    number: int, entry: Mapping[str, Any], name: str, sessions: tuple[Conversation, ...], file: Path
) -> Dialogue:
    places = places_of(sessions)
    text, kind = entry.get("question"), entry.get("question_type")
    if not isinstance(text, str) or not isinstance(kind, str):
        raise InputError(f"{file}, question {number} has no question or question_type")
    gold = {
        places[key]
        for session, turns in zip(sessions, _marked(entry, sessions), strict=True)
        for turn in turns
        if (key := (session.session_id or "", str(turn))) in places
    }
    asked_at: datetime | None = date_of(entry.get("question_date"), f"{file}, question {number}")
    kind, answer = kind.replace("-", " "), str(entry.get("answer") or "")
    absent = str(entry.get("question_id") or "").endswith("_abs")
    question = Question(number, 0, kind, text, frozenset(gold), answer, absent)
    questions = (question,) if gold else ()
    return Dialogue(number, name, sessions, questions, places, "longmemeval", asked_at, probes=(question,))


def _marked(entry: Mapping[str, Any], sessions: Sequence[Conversation]) -> list[list[int]]:
    """For each session that was read the numbers, from 1, of its turns with the answer."""
    told = [
        [at for at, turn in enumerate(turns, 1) if turn.get("has_answer")]
        for turns in entry["haystack_sessions"]
        if any(str(turn.get("content") or "").strip() for turn in turns)
    ]
    return told if len(told) == len(sessions) else [[] for _ in sessions]
