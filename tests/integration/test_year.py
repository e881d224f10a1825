"""A small year: the short term stays a queue, what is asked about is promoted and cools, both are found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from graphmem.bench.year import Month, live
from graphmem.errors import InputError
from graphmem.testing import FakeEmbedder
from tests.conftest import RunningServer
from tests.integration.stores import emptied
from tests.integration.whole_store import rows

pytestmark = pytest.mark.integration


@pytest.fixture
def store(neo4j_server: RunningServer) -> Iterator[RunningServer]:
    with emptied(neo4j_server) as server:
        yield server


async def test_a_small_year(store: RunningServer) -> None:
    year = await live(
        120,
        uri=store.uri, auth=(store.username, store.password), embedder=FakeEmbedder(384, id="fake:year"),
    )  # fmt: skip

    assert 120 <= year.exchanges <= 126  # a fact is told even on a day without other talk
    assert len(year.months) == 12
    assert all(month.most <= 7 for month in year.months)
    promoted = [month.number for month in year.months if month.promoted]
    assert promoted
    assert set(promoted) <= {3, 4, 5, 6}
    assert sum(month.demoted for month in year.months) == sum(month.promoted for month in year.months)
    assert replace(year.months[-1], mid=0, traits=0) == Month(12, 21, 7, 0, 0, 0, 0, 0)
    assert (year.warm_found, year.cold_found) == (3, 3)
    assert rows(store, "MATCH (n) WHERE n.scope STARTS WITH 'bench:year' RETURN n") == []


async def test_too_few_exchanges_are_refused() -> None:
    with pytest.raises(InputError, match="take 120 or more"):
        await live(119)
