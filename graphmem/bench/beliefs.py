"""Small stories of ours in which something changes, or seems to, and what rules of belief make of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from itertools import groupby
from typing import Any

from graphmem.manage.connect import connect
from graphmem.manage.supersede import SupersedeByRules, keyed
from graphmem.model.belief import Rivals, Statement, Supersession
from graphmem.model.change import OPEN_END, UNKNOWN, RecordRow
from graphmem.model.record import Encoding
from graphmem.model.turn import Turn
from graphmem.ports import Encoder

SCOPE = "bench:beliefs"
HELD_OUT = 3
"""Every third story of a kind is kept out of the tuning of rules."""


@dataclass(frozen=True, slots=True)
class Story:
    """Turns in the order in which they arrive, and which of them hold a statement that is to go, and why.

    held_out: the rules were not tuned on it.
    """

    number: int
    kind: str
    turns: tuple[Turn, ...]
    retired: Mapping[int, str]
    held_out: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a story. texts: of its records, by turn. right: just what was to go went, for the reason
    given; wrong: turns whose statements went and were to stay; missed: that stayed and were to go.
    """

    story: Story
    texts: Mapping[int, str]
    wrong: tuple[int, ...]
    missed: tuple[int, ...]
    other_reason: tuple[int, ...]

    @property
    def right(self) -> bool:
        return not (self.wrong or self.missed or self.other_reason)


def stories() -> Iterator[Story]:
    """All of them, in order."""
    seen: dict[str, int] = {}
    lines = files("graphmem.bench").joinpath("belief_stories.jsonl").read_text("utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        told: dict[str, Any] = json.loads(line)
        nth = seen[told["kind"]] = seen.get(told["kind"], 0) + 1
        turns = tuple(_turn(number, at, *said) for at, said in enumerate(told["says"]))
        retired = {int(at): reason for at, reason in told["retired"].items()}
        yield Story(number, told["kind"], turns, retired, nth % HELD_OUT == 0)


def _turn(number: int, at: int, day: str, speaker: str, text: str) -> Turn:
    said_at = datetime.fromisoformat(day).replace(tzinfo=UTC) + timedelta(hours=10, minutes=at)
    role = "assistant" if speaker == "assistant" else "user"
    return Turn(f"{number}-{at}", f"{number}:{day}", at, role, speaker, text, said_at, "")


async def tell(story: Story, encoder: Encoder, rules: SupersedeByRules) -> Outcome:
    """Encode a story day by day, as it arrives, and see what goes."""
    believed: dict[str, Statement] = {}
    origin: dict[str, int] = {}
    texts: dict[int, str] = {}
    gone: dict[int, str] = {}
    for session, said in groupby(story.turns, key=lambda turn: turn.session_uid):
        turns = tuple(said)
        fresh = statements(session, await encoder.encode(turns), turns)
        for each, at in fresh.items():
            origin[each.uid] = at
            texts[at] = f"{texts[at]} | {each.text}" if at in texts else each.text
        believed |= {each.uid: each for each in fresh}
        for draft in drafts(rules, tuple(fresh), tuple(believed.values())):
            gone[origin[draft.older]] = draft.reason.value
            believed.pop(draft.older, None)
    wrong = tuple(sorted(set(gone) - set(story.retired)))
    missed = tuple(sorted(set(story.retired) - set(gone)))
    other = tuple(at for at in sorted(set(gone) & set(story.retired)) if gone[at] != story.retired[at])
    return Outcome(story, texts, wrong, missed, other)


def drafts(
    rules: SupersedeByRules, fresh: Sequence[Statement], believed: Sequence[Statement]
) -> tuple[Supersession, ...]:
    """What the rules make of new statements among all that is believed, without a store."""
    return rules(Rivals(tuple(fresh), keyed(believed)))


def statements(session: str, encoding: Encoding, turns: Sequence[Turn]) -> dict[Statement, int]:
    """Records as the rules see them, and the position of the last turn behind each."""
    change = connect(SCOPE, session, session, encoding, turns)
    by_uid = {turn.uid: turn for turn in turns}
    rows = {row.text: row for row in change.records}
    found = {}
    for record in encoding.records:
        behind = [by_uid[uid] for uid in record.evidence]
        found[_statement(rows[record.text], behind)] = behind[-1].position
    return found


def _statement(row: RecordRow, behind: Sequence[Turn]) -> Statement:
    last = behind[-1]
    return Statement(
        uid=row.uid,
        text=row.text,
        said_at=last.said_at or UNKNOWN,
        dated=last.said_at is not None,
        place=(last.session_uid, last.position),
        speakers=tuple(dict.fromkeys(_speaker(turn) for turn in behind)),
        said=last.text,
        source_role=row.source_role,
        event_from=_known(row.event_from),
        event_to=_known(row.event_to),
        valid_from=_known(row.valid_from),
        valid_to=_known(row.valid_to),
    )


def _speaker(turn: Turn) -> str:
    return turn.speaker if turn.speaker not in ("user", "") else "the user"


def _known(moment: datetime) -> datetime | None:
    return None if moment in (OPEN_END, UNKNOWN) else moment
