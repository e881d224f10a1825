"""The `filters` of a call."""

from datetime import UTC, datetime

import pytest

from graphmem.arguments.filters import filters
from graphmem.errors import InputError
from graphmem.model.hit import Filters


def test_nothing_restricts_nothing() -> None:
    assert filters(None) == Filters() == filters({})


def test_one_or_several_values_and_other_names() -> None:
    found = filters({"type": "fact", "tag": ["Cats", "dogs"], "run_id": 7, "entity": "Support-Group"})

    assert found == Filters(type=("fact",), tags=("cats", "dogs"), session_id="7", entity="support group")


def test_moments_are_read_as_everywhere() -> None:
    assert filters({"after": "2026-05-03"}).after == datetime(2026, 5, 3, tzinfo=UTC)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"colour": "red"}, "colour is unknown"),
        ({"type": "rumour"}, "the type 'rumour' is unknown"),
        ({"tags": [1]}, "tags"),
        ({"type": []}, "type"),
        ({"after": "soon"}, "filters.after"),
        ("fact", "give a dict"),
    ],
)
def test_what_is_wrong_is_named(wrong: object, told: str) -> None:
    with pytest.raises(InputError, match=told):
        filters(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("before", ["2026-05-03", "2026-05-01"])
def test_a_time_after_and_before_which_nothing_is_is_refused(before: str) -> None:
    with pytest.raises(InputError, match="so that nothing fits; exchange them"):
        filters({"after": "2026-05-03", "before": before})
    early, late = (datetime(2026, month, 1, tzinfo=UTC) for month in (5, 6))
    assert filters(Filters(after=early, before=late)).after == early
    with pytest.raises(InputError, match="exchange them"):
        filters(Filters(after=late, before=early))
