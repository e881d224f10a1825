"""The measures by hand, and their bounds."""

from __future__ import annotations

import numpy as np
import pytest

from graphmem.bench.datasets import Question
from graphmem.bench.metrics import Outcome, all_within, groups, judge, percentiles, recall, resampled


@pytest.mark.parametrize(
    ("ranked", "gold", "expected"),
    [
        ([3, 1, 2], {1}, 1.0),
        ([3, 1, 2], {1, 9}, 0.5),
        (list(range(20)), {9, 10}, 0.5),
        ([], {1}, 0.0),
        ([*[0] * 9, 1, 2, 3], {2}, 1.0),
        ([5, *range(10, 19), 7], {7}, 0.0),
    ],
)
def test_recall_counts_the_first_ten_distinct_turns(
    ranked: list[int], gold: set[int], expected: float
) -> None:
    assert recall(ranked, gold) == expected


def test_recall_without_gold_is_no_number() -> None:
    with pytest.raises(ValueError, match="undefined"):
        recall([1], set())


@pytest.mark.parametrize(
    ("gold", "by_reach"),
    [
        ({10}, (1.0, 1.0, 1.0)),
        ({11}, (0.0, 1.0, 1.0)),
        ({8}, (0.0, 0.0, 1.0)),
        ({13}, (0.0, 0.0, 0.0)),
        ({10, 12}, (0.0, 0.0, 1.0)),
        ({10, 30}, (0.0, 0.0, 0.0)),
    ],
)
def test_every_gold_turn_must_lie_near_one_of_the_best(
    gold: set[int], by_reach: tuple[float, float, float]
) -> None:
    assert tuple(all_within([10], gold, reach) for reach in (0, 1, 2)) == by_reach


def test_only_fifty_turns_count() -> None:
    ranked = [1000 + 10 * n for n in range(50)]

    assert all_within([*ranked[:49], 7], {7}, 0) == 1.0
    assert all_within([*ranked, 7], {7}, 0) == 0.0


def test_an_outcome_takes_ten_from_one_search_and_fifty_from_the_other() -> None:
    question = Question(3, 7, 2, "Who?", frozenset({1, 5}))

    assert judge(question, [1, 2], [4, 1]) == Outcome(3, 7, "category 2", (0.5, 0.5, 0.0, 1.0, 1.0))


def outcome(conversation: int, position: int, category: int, value: float) -> Outcome:
    return Outcome(conversation, position, f"category {category}", (value,) * 5)


OUTCOMES = [outcome(1, 0, 1, 1.0), outcome(1, 1, 4, 0.0), outcome(9, 0, 4, 1.0), outcome(10, 0, 4, 0.5)]


def test_groups_are_all_the_subsets_of_conversations_and_the_kinds() -> None:
    made = groups(OUTCOMES, seed=0, resamples=50, subsets={"last2": (9, 10), "first2": (2, 3)})

    means = {
        name: (each.questions, *(e.mean for e in each.estimates.values())) for name, each in made.items()
    }
    assert means == {
        "all": (4, *[0.625] * 5),
        "last2": (2, *[0.75] * 5),
        "first2": (0,),
        "category 1": (1, *[1.0] * 5),
        "category 4": (3, *[0.5] * 5),
    }


def test_audited_questions_are_left_out_beside_the_raw_figures() -> None:
    made = groups(OUTCOMES, seed=0, resamples=10, audited={(1, 1)})

    assert made["all"].estimates["recall@10"].mean == 0.625
    assert made["all without audited errors"].questions == 3
    assert made["all without audited errors"].estimates["recall@10"].mean == pytest.approx(2.5 / 3)


def test_bounds_are_the_same_for_the_same_seed_and_enclose_the_mean() -> None:
    outcomes = [outcome(n % 5, n, 4, float(n % 3 == 0)) for n in range(300)]

    first = groups(outcomes, seed=1, resamples=200)["all"].estimates["recall@10"]

    assert first == groups(outcomes, seed=1, resamples=200)["all"].estimates["recall@10"]
    assert first != groups(outcomes, seed=2, resamples=200)["all"].estimates["recall@10"]
    assert 0.2 < first.low < first.mean < first.high < 0.5


def test_the_bounds_count_conversations_not_only_questions() -> None:
    """Where conversations differ and their questions do not, many questions give no certainty."""
    values = np.array([[float(c == 0)] for c in (0, 1) for _ in range(1000)])

    means = resampled(values, [c for c in (0, 1) for _ in range(1000)], seed=0, resamples=400)

    assert set(np.round(means[:, 0], 6)) == {0.0, 0.5, 1.0}


def test_percentiles_are_scaled_and_empty_without_values() -> None:
    assert percentiles([0.001 * n for n in range(1, 102)], 1000.0) == pytest.approx(
        {"p50": 51.0, "p95": 96.0}
    )
    assert percentiles([]) == {}
