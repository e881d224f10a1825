"""Claims are there as soon as their brace closes, however the text is cut into pieces."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.answer.incoming import Incoming

ANSWER = {
    "answerable": True,
    "missing": "",
    "conflict": False,
    "enumerated": False,
    "calculation": "none",
    "events": [{"number": 1, "quote": "a } brace ]} here"}],
    "claims": [
        {"text": 'One "claim" }]}', "support": [{"number": 1, "quote": "x"}, {"number": 2, "quote": ""}]},
        {"text": "Two", "support": [{"number": 3, "quote": ""}]},
    ],
}
TEXT = json.dumps(ANSWER)


def told(pieces: list[str]) -> list[list[str]]:
    incoming = Incoming()
    return [[claim.text for _, claim in incoming.feed(piece)] for piece in pieces]


def test_a_claim_comes_with_the_piece_that_completes_it() -> None:
    end = TEXT.index('}, {"text": "Two"') + 1
    assert told([TEXT[: end - 1], TEXT[end - 1 : end], TEXT[end:]]) == [[], ['One "claim" }]}'], ["Two"]]


@given(
    st.lists(st.integers(0, len(TEXT)), max_size=12),
    st.sampled_from(["", "Sure:\n```json\n", "<think>{</think>"]),
)
def test_every_claim_comes_once_however_the_text_is_cut(cuts: list[int], before: str) -> None:
    places = sorted({0, len(TEXT), *cuts})
    pieces = [TEXT[start:end] for start, end in pairwise(places)]
    incoming = Incoming()
    found = [claim.text for piece in [before, *pieces, "\n```"] for _, claim in incoming.feed(piece)]
    assert found == ['One "claim" }]}', "Two"]
    whole = incoming.whole()
    assert whole is not None and whole.model_dump() == ANSWER


@pytest.mark.parametrize(
    "text", ["", "I cannot say.", '{"answerable": true', "{}", '{"answerable": true, "claims": 3}']
)
def test_what_is_no_answer_is_none(text: str) -> None:
    incoming = Incoming()
    assert list(incoming.feed(text)) == []
    assert incoming.whole() is None


def test_a_claim_of_another_shape_is_left_out() -> None:
    text = '{"answerable": true, "claims": [{"text": 3}, {"text": "Two", "support": []}]}'
    assert told([text]) == [["Two"]]


def test_half_of_a_surrogate_pair_is_no_answer_and_no_crash() -> None:
    incoming = Incoming()
    assert list(incoming.feed('{"answerable": true, "claims": [{"text": "\ud800", "support": []}]}')) == []
    assert incoming.whole() is None
