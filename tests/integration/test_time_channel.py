"""The channel of time reaches what hangs on a day, a month or a year from every window that touches it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime, timedelta

import pytest
import pytest_asyncio

from graphmem import AsyncMemory
from graphmem.model.hit import Filters
from graphmem.model.interval import Granularity, Interval
from graphmem.model.plan import Phrasing
from graphmem.model.ranking import Asked, Belief, Channel
from graphmem.testing import FakeEmbedder
from tests.conftest import RunningServer
from tests.integration.forget.conftest import said
from tests.integration.stores import emptied

pytestmark = [pytest.mark.integration, pytest.mark.asyncio(loop_scope="module")]

SAID = datetime(2024, 3, 5, 9, tzinfo=UTC)
SAILED = "In 2022 I learned to sail."
LIVED = "I lived in Basel from 2014 to 2018."
WORKS = "I have worked at the mill since 2016."
SKIED = "I broke my arm in winter 2021."
MOVED = "I moved to Lyon in May 2022."
FLEW = "I flew to Oslo on 7 May 2022."


@pytest.fixture(scope="module")
def store(neo4j_server: RunningServer) -> Iterator[RunningServer]:
    with emptied(neo4j_server) as server:
        yield server


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def memory(store: RunningServer) -> AsyncIterator[AsyncMemory]:
    auth = (store.username, store.password)
    async with AsyncMemory(store.uri, auth, embedder=FakeEmbedder(384, id="fake:time")) as memory:
        for number, text in enumerate((SAILED, LIVED, WORKS, SKIED, MOVED, FLEW)):
            start = SAID + timedelta(days=number)
            await memory.add(said(text, start=start), user_id="ana", session_id=f"s{number}", flush=True)
        await memory.add(said(SAILED, start=SAID), user_id="ben", session_id="s0", flush=True)
        yield memory


def window(start: str, end: str) -> Interval:
    first, last = (datetime.fromisoformat(each).replace(tzinfo=UTC) for each in (start, end))
    return Interval(first, last, Granularity.DAY)


async def reached(
    memory: AsyncMemory, *windows: Interval, user: str = "ana", depth: int = 50
) -> list[list[str]]:
    """What was said in the turns that each window finds, best first."""
    reader = (await memory.open()).reading.strategies["evidence"].ports.reader  # type: ignore[attr-defined]
    asked = [
        Asked(Channel.TIME, number, Phrasing.FULL, 1.0, "?", window=each)
        for number, each in enumerate(windows)
    ]
    rankings = await reader.rank(user, asked, depth=depth, filters=Filters(), belief=Belief())
    turns = await memory.get_all(user_id=user, filters={"type": "turn"})
    texts = {each.id: each.memory for each in turns}
    return [[texts[turn] for turn in ranking.turns] for ranking in rankings]


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        ("2022-01-01", "2023-01-01", [SAILED, WORKS, SKIED, MOVED, FLEW]),  # years before months before days
        ("2022-05-01", "2022-06-01", [MOVED, FLEW, SAILED, WORKS]),
        ("2022-05-07", "2022-05-08", [MOVED, FLEW, SAILED, WORKS]),
        ("2022-05-08", "2022-05-09", [MOVED, SAILED, WORKS]),
        ("2022-01-15", "2022-01-16", [SKIED, SAILED, WORKS]),  # winter 2021 ends in February
        ("2021-06-01", "2021-07-01", [WORKS]),
        ("2015-03-01", "2015-03-02", [LIVED]),
        ("2017-01-01", "2018-01-01", [LIVED, WORKS]),
        ("2013-01-01", "2014-01-01", []),
        ("2010-01-01", "2020-01-01", [LIVED, WORKS]),
    ],
)
async def test_a_window_reaches_what_hangs_on_days_months_and_years(
    memory: AsyncMemory, start: str, end: str, expected: list[str]
) -> None:
    assert await reached(memory, window(start, end)) == [expected]


async def test_another_user_s_year_is_not_reached(memory: AsyncMemory) -> None:
    assert await reached(memory, window("2022-01-01", "2023-01-01"), user="ben") == [[SAILED]]


async def test_several_windows_are_asked_at_once_each_to_its_own_limit(memory: AsyncMemory) -> None:
    may, year = window("2022-05-01", "2022-06-01"), window("2022-01-01", "2023-01-01")
    assert await reached(memory, may, year, depth=2) == [[MOVED, FLEW], [SAILED, WORKS]]


@pytest.mark.parametrize("question", ["What did Anna do in 2022?", "What did Anna do on 9 September 2022?"])
async def test_a_question_about_the_year_finds_it_by_time(memory: AsyncMemory, question: str) -> None:
    found = await memory.search(question, user_id="ana", reference_time=SAID, explain=True)
    (hit,) = [each for each in found if each.citations[0].text == SAILED]
    assert hit.explanation is not None
    by_time = [each.path[0] for each in hit.explanation.channels if each.channel == "time/full"]
    assert [(node.labels, node.id) for node in by_time] == [(("Year",), "2022")]
