"""A year of three users under a clock that is moved by hand: what sits in which tier, what is promoted and
demoted, and whether both what was warm and what was never asked about is found at the end.

Everything but the clock is real: the store, the embedder, the encoder, `add`, `search` and `consolidate`.
What is said is made up here: small talk of everyday work in a seeded order, and two facts for each user. One
is asked about four times a month from March to June; nobody ever asks about the other.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from rich.table import Table

from graphmem.bench.adding import remove_user
from graphmem.bench.answer_tables import new_table
from graphmem.errors import InputError
from graphmem.localserver import Report, silent
from graphmem.memory import AsyncMemory
from graphmem.model.hit import SearchResult
from graphmem.model.tiers import LONG, MID, SHORT, Tiers
from graphmem.testing import FakeClock

USERS = ("Ana", "Ben", "Cleo")
_START = datetime(2025, 1, 1, 9, tzinfo=UTC)
_DAYS = 365
LEAST = 120
_ASKED = range(3, 7)
_TIMES = 4
_WARM = {
    "Ana": ("My violin teacher is called Eszter Novak.", "What is the name of Ana's violin teacher?"),
    "Ben": ("My boat lies in the harbour of Kilrush.", "In which harbour does Ben's boat lie?"),
    "Cleo": ("My grandmother bakes with chestnut flour.", "What flour does Cleo's grandmother bake with?"),
}
_COLD = {
    "Ana": ("I once won a chess prize in Tromso.", "Where did Ana win a chess prize?"),
    "Ben": ("The key of the cellar hangs behind the barometer.", "Where does the key of the cellar hang?"),
    "Cleo": ("My first car was an orange Saab.", "What was Cleo's first car?"),
}
_DOES = ("checked", "planned", "finished", "discussed", "postponed", "sorted", "described", "measured")
_WHAT = (
    "the invoices of the bakery", "a workshop on glazing", "the roof of the school", "tickets for the museum",
    "the tram timetable", "a recipe with lentils", "the fence by the river", "photographs of the fair",
    "the budget of the choir", "a letter to the council", "seeds for the allotment", "the bicycle brakes",
)  # fmt: skip
_HOW = ("in a hurry", "with my neighbour", "after lunch", "for the second time", "on the train", "by phone")

Tell = Callable[[int, int], None]
"""Told how many exchanges are over, and how many there will be."""


@dataclass(frozen=True, slots=True)
class Month:
    """A month at its end, all users together. most: of one user in the short term; the moves are in it."""

    number: int
    short: int
    most: int
    mid: int
    long: int
    promoted: int
    demoted: int
    traits: int


@dataclass(slots=True)
class Year:
    """What was seen. found: questions about what was asked about, and about what never was, that found it
    among ten hits; explained: why what is or was long-term sits where it does.
    """

    exchanges: int = 0
    months: list[Month] = field(default_factory=list)
    warm_found: int = 0
    cold_found: int = 0
    explained: list[str] = field(default_factory=list)


async def live(
    exchanges: int, *, seed: int = 0, progress: Report = silent, tell: Tell | None = None, **connection: Any
) -> Year:
    """Live through the year with users of its own, who are removed at the end.

    connection: of the memory, instead of what the environment says. Raises InputError for too few exchanges.
    """
    if exchanges < LEAST:
        raise InputError(
            f"{exchanges} exchanges are too few for a year of {len(USERS)} users; take {LEAST} or more"
        )
    clock = FakeClock(_START)
    memory = AsyncMemory(clock=clock, progress=progress, write={"quiet_seconds": None}, **connection)
    executor = (await memory.open()).executor
    try:
        for user in USERS:
            await remove_user(executor, _scope(user))
        return await _lived(memory, clock, _Script(exchanges, random.Random(seed)), tell or (lambda *_: None))
    finally:
        for user in USERS:
            await remove_user(executor, _scope(user))
        await memory.close()


def _scope(user: str) -> str:
    return f"bench:year:{user.lower()}"


@dataclass(slots=True)
class _Script:
    """Who says what on which day."""

    exchanges: int
    chance: random.Random
    said: int = 0

    def day(self, user: str, day: int, now: datetime) -> list[dict[str, Any]]:
        """The messages of one user's day."""
        each = self.exchanges // len(USERS)
        number = each * (day + 1) // _DAYS - each * day // _DAYS
        texts = [self._small_talk() for _ in range(number)]
        told = {10: _WARM[user][0], 12: _COLD[user][0]}
        if day in told:
            texts = [told[day], *texts[1:]]
        self.said += len(texts)
        return [message for at, text in enumerate(texts) for message in _exchange(user, text, now, at)]

    def _small_talk(self) -> str:
        pick = self.chance.choice
        return f"Today I {pick(_DOES)} {pick(_WHAT)} {pick(_HOW)}, number {self.chance.randrange(1000)}."


def _exchange(user: str, text: str, now: datetime, at: int) -> tuple[dict[str, Any], dict[str, Any]]:
    asked = now + timedelta(minutes=9 * at)
    return (
        {"role": "user", "name": user, "content": text, "timestamp": asked},
        {"role": "assistant", "content": "Noted.", "timestamp": asked + timedelta(minutes=1)},
    )


async def _lived(memory: AsyncMemory, clock: FakeClock, script: _Script, tell: Tell) -> Year:
    year = Year()
    month = 1
    for day in range(_DAYS):
        now = clock.now()
        for user in USERS:
            if messages := script.day(user, day, now):
                await memory.add(messages, user_id=_scope(user), session_id=f"day{day}", flush=True)
        tell(script.said, script.exchanges)
        clock.advance(timedelta(days=1))
        if clock.now().month != month or day == _DAYS - 1:
            year.months.append(await _month_ends(memory, month))
            month = clock.now().month
    year.exchanges = script.said
    for user in USERS:
        year.warm_found += await _finds(memory, user, _WARM[user])
        year.cold_found += await _finds(memory, user, _COLD[user])
        tiers = await memory.tiers(_scope(user))
        year.explained += [
            f"{user}: {each.leaf.tier}, {each.why}"
            for each in tiers
            if each.leaf.moved_at and (each.leaf.tier == LONG or each.leaf.visits > 1)
        ]
    return year


async def _month_ends(memory: AsyncMemory, number: int) -> Month:
    """What is asked about in this month is asked, then everybody is consolidated."""
    if number in _ASKED:
        for user in USERS:
            for _ in range(_TIMES):
                await memory.search(_WARM[user][1], user_id=_scope(user), top_k=1)
        await (await memory.open()).reading.access_log.flush()
    done = [await memory.consolidate(user_id=_scope(user)) for user in USERS]
    tiers = [await memory.tiers(_scope(user)) for user in USERS]
    return Month(
        number,
        _of(tiers, SHORT),
        max(each.counts.get(SHORT, 0) for each in tiers),
        _of(tiers, MID),
        _of(tiers, LONG),
        sum(each.tiers.promoted for each in done),
        sum(each.tiers.demoted for each in done),
        sum([len(await memory.profile(_scope(user))) for user in USERS]),
    )


def _of(tiers: Sequence[Tiers], tier: str) -> int:
    return sum(each.counts.get(tier, 0) for each in tiers)


async def _finds(memory: AsyncMemory, user: str, fact: tuple[str, str]) -> bool:
    text, question = fact
    found: SearchResult = await memory.search(question, user_id=_scope(user), top_k=10)
    return any(citation.text == text for hit in found for citation in hit.citations)


def table(year: Year) -> Table:
    """The months, then what was found."""
    columns = ("short", "most of one", "mid", "long", "promoted", "demoted", "traits")
    shown = new_table(f"A year of {len(USERS)} users, {year.exchanges:,} exchanges", *columns)
    for each in year.months:
        figures = (each.short, each.most, each.mid, each.long, each.promoted, each.demoted, each.traits)
        shown.add_row(f"month {each.number}", *map(str, figures))
    return shown


def lines(year: Year) -> list[str]:
    """What was found at the end of the year, and why what moved sits where it does."""
    return [
        f"found at the end: {year.warm_found} of {len(USERS)} facts that were asked about in spring, "
        f"{year.cold_found} of {len(USERS)} that nobody ever asked about",
        *year.explained,
    ]
