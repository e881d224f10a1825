"""Small stories of ours in which something changes, or seems to, and what rules of belief make of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from itertools import groupby
from time import perf_counter
from typing import Any

from graphmem.extract.encode_local import LocalEncoder
from graphmem.manage.claims.reading import read
from graphmem.manage.connect import connect
from graphmem.manage.supersede import SupersedeByRules, keyed
from graphmem.model.belief import Rivals, Statement, Supersession
from graphmem.model.change import OPEN_END, UNKNOWN, RecordRow
from graphmem.model.record import Encoding
from graphmem.model.turn import Turn
from graphmem.ports import Encoder

SCOPE = "bench:beliefs"
SETS = (
    "used for the rules",
    "held out at first",
    "held out later",
    *(f"unseen {letter}" for letter in "ABCDE"),
    "meant to break the rules",
    "unseen F, near misses",
    "unseen G",
)
BAR = 0.95
"""Of the stories that are to be told right; wrong retirements are to be none."""


@dataclass(frozen=True, slots=True)
class Story:
    """Turns in the order in which they arrive, and which of them hold a statement that is to go, and why.

    held_out: the set, of SETS, with which the rules saw it; 0 when they were written.
    """

    number: int
    kind: str
    turns: tuple[Turn, ...]
    retired: Mapping[int, str]
    held_out: int


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
        return self.found and not self.wrong

    @property
    def found(self) -> bool:
        """All that was to go went, for the reason given; so it is where nothing was to go."""
        return not (self.missed or self.other_reason)


def stories() -> Iterator[Story]:
    """All of them, in order."""
    lines = files("graphmem.bench").joinpath("belief_stories.jsonl").read_text("utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        told: dict[str, Any] = json.loads(line)
        turns = tuple(_turn(number, at, *said) for at, said in enumerate(told["says"]))
        retired = {int(at): reason for at, reason in told["retired"].items()}
        yield Story(number, told["kind"], turns, retired, told["held_out"])


def _turn(number: int, at: int, day: str, speaker: str, text: str) -> Turn:
    said_at = datetime.fromisoformat(day).replace(tzinfo=UTC) + timedelta(hours=10, minutes=at)
    role = "assistant" if speaker == "assistant" else "user"
    return Turn(f"{number}-{at}", f"{number}:{day}", at, role, speaker, text, said_at, "")


@dataclass(frozen=True, slots=True)
class BeliefReport:
    """All outcomes, and how long the rules took for one statement, in seconds."""

    outcomes: tuple[Outcome, ...]
    seconds: float

    @property
    def passed(self) -> bool:
        """The bars are reached."""
        return _right(self.outcomes) >= BAR * len(self.outcomes) and not any(
            one.wrong for one in self.outcomes
        )


async def run() -> BeliefReport:
    """Tell all stories through the local encoder."""
    rules, encoder = SupersedeByRules(), LocalEncoder()
    outcomes = tuple([await tell(story, encoder, rules) for story in stories()])
    texts = [text for one in outcomes for text in one.texts.values()]
    started = perf_counter()
    for text in texts:
        read(text, ("Ana",))
    return BeliefReport(outcomes, (perf_counter() - started) / len(texts))


@dataclass(frozen=True, slots=True)
class Shares:
    """What became of some stories, told apart by whether something was to go in them.

    found: of those with a change, in how many all that was to go went for its reason. left_alone: of those
    without, in how many nothing went. wrong: statements that went and were to stay, in all of them.
    """

    changes: int
    found: int
    others: int
    left_alone: int
    wrong: int


def shares(outcomes: Sequence[Outcome]) -> Shares:
    """Count the stories with a change apart from those without."""
    changes = [one for one in outcomes if one.story.retired]
    others = [one for one in outcomes if not one.story.retired]
    return Shares(
        len(changes),
        sum(one.found for one in changes),
        len(others),
        sum(one.right for one in others),
        sum(len(one.wrong) for one in outcomes),
    )


def never(story: Story) -> Outcome:
    """Base rate: nothing ever changes."""
    return _outcome(story, {}, {})


def always(story: Story) -> Outcome:
    """Base rate: the last turn ends all before it, for whatever reason would be right."""
    return _outcome(story, {}, {at: story.retired.get(at, "") for at in range(len(story.turns) - 1)})


def table(report: BeliefReport) -> str:
    """The report as text: by kind, by set, and all, beside two base rates."""
    lines = [f"{'kind':<36}  changes  found  others  left alone  wrong"]
    kinds = dict.fromkeys(one.story.kind for one in report.outcomes)
    lines += [_line(kind, [one for one in report.outcomes if one.story.kind == kind]) for kind in kinds]
    lines.append("")
    for number, name in enumerate(SETS):
        lines.append(_line(name, [one for one in report.outcomes if one.story.held_out == number]))
    told = [one.story for one in report.outcomes]
    lines += ["", _line("all", report.outcomes)]
    lines.append(_line("base rate: nothing ever changes", [never(story) for story in told]))
    lines.append(_line("base rate: the last turn ends all", [always(story) for story in told]))
    lines.append(f"{_right(report.outcomes)} of {len(told)} stories are told right.")
    lines.append(f"{_right([never(story) for story in told])} would be if nothing ever changed.")
    lines.append(f"{report.seconds * 1e6:.0f} µs to read a statement")
    return "\n".join(lines)


def _right(outcomes: Sequence[Outcome]) -> int:
    return sum(one.right for one in outcomes)


def _line(name: str, outcomes: Sequence[Outcome]) -> str:
    made = shares(outcomes)
    found, alone = _share(made.found, made.changes), _share(made.left_alone, made.others)
    return f"{name:<36}  {made.changes:7d}  {found:>5}  {made.others:6d}  {alone:>10}  {made.wrong:5d}"


def _share(count: int, of: int) -> str:
    return f"{count / of:.3f}" if of else "–"


def failures(report: BeliefReport) -> str:
    """The stories that were not told right, in full."""
    return "\n".join(_failure(one) for one in report.outcomes if not one.right)


def _failure(one: Outcome) -> str:
    head = f"story {one.story.number}, {one.story.kind}: {dict(one.story.retired) or 'nothing'} is to go"
    found = f"wrong {list(one.wrong)}, missed {list(one.missed)}, other reason {list(one.other_reason)}"
    return "\n".join([head, f"  {found}", *(f"  {at}: {text}" for at, text in sorted(one.texts.items()))])


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
    return _outcome(story, texts, gone)


def _outcome(story: Story, texts: Mapping[int, str], gone: Mapping[int, str]) -> Outcome:
    """gone: the turns whose statements went, and for which reason."""
    wrong = tuple(sorted(set(gone) - set(story.retired)))
    missed = tuple(sorted(set(story.retired) - set(gone)))
    other = tuple(at for at in sorted(set(gone) & set(story.retired)) if gone[at] != story.retired[at])
    return Outcome(story, texts, wrong, missed, other)


def drafts(
    rules: SupersedeByRules, fresh: Sequence[Statement], believed: Sequence[Statement]
) -> tuple[Supersession, ...]:
    """What the rules make of new statements among all that is believed, without a store."""
    near = {each.uid: tuple(believed) for each in fresh if rules.looks_around(each.text)}
    return rules(Rivals(tuple(fresh), keyed(believed), near))


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
