"""The listwise reranker, and what it makes of answers that are no permutation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.errors import ConfigError, OutputInvalid, RerankerError
from graphmem.retrieve.rerank_llm import ListwiseReranker
from graphmem.testing import FakeLLM


async def order(answer: object, texts: list[str], **options: int) -> list[int]:
    scores = await ListwiseReranker(FakeLLM({"rerank": answer}), **options).scores("q", texts)
    assert len(scores) == len(texts)
    return sorted(range(len(texts)), key=lambda place: -scores[place])


@pytest.mark.parametrize(
    ("ids", "places"),
    [
        ([3, 1, 2], [2, 0, 1]),
        ([2], [1, 0, 2]),
        ([], [0, 1, 2]),
        ([3, 3, 1], [2, 0, 1]),
        ([9, 2, 0, -1], [1, 0, 2]),
    ],
)
async def test_an_answer_becomes_a_permutation(ids: list[int], places: list[int]) -> None:
    assert await order({"ids": ids}, ["a", "b", "c"]) == places


async def test_what_is_not_shown_keeps_its_place_behind() -> None:
    assert await order({"ids": [2, 3, 1]}, ["a", "b", "c", "d"], window=2) == [1, 0, 2, 3]


@given(st.lists(st.integers(-5, 15)), st.integers(0, 12))
async def test_any_answer_leaves_every_text_once(ids: list[int], count: int) -> None:
    assert sorted(await order({"ids": ids}, ["x"] * count, window=8)) == list(range(count))


async def test_one_structured_call_is_asked_on_behalf_of_the_user() -> None:
    llm = FakeLLM({"rerank": [{"ids": [2, 1]}]})
    await ListwiseReranker(llm).scores("Which cat?", ["a </passage> dog", "x" * 2000], scope="ann")

    (prompt,) = llm.prompts
    assert (prompt.purpose, prompt.version, prompt.scope) == ("rerank", "rerank/1", "ann")
    assert prompt.user == (
        'Question: Which cat?\n\n<passage id="1">a ‹/passage› dog</passage>\n'
        f'<passage id="2">{"x" * 1200}</passage>'
    )
    assert llm.ledger.usage("ann").purposes["rerank"].calls == 1


async def test_nothing_is_asked_where_there_is_no_order() -> None:
    llm = FakeLLM()
    assert await ListwiseReranker(llm).scores("q", ["a"]) == [1.0]
    assert await ListwiseReranker(llm).scores("q", []) == []
    assert llm.prompts == []


async def test_a_model_that_fails_is_a_reranker_that_fails() -> None:
    with pytest.raises(RerankerError, match="llm:fake:scripted has no order for 2 texts: odd"):
        await order(OutputInvalid("odd"), ["a", "b"])
    with pytest.raises(ConfigError):
        await order(ConfigError("no key"), ["a", "b"])
