from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from graphmem.model.filter_tokens import token
from graphmem.store.lucene import lucene

SCOPE = f"+filter_tokens:{token('scope', 'ana')}^0"


def test_words_are_asked_within_the_scope() -> None:
    assert lucene("The support group?", "context", "ana") == f"{SCOPE} +context:(support group)"


def test_session_and_agent_are_required_too() -> None:
    query = lucene("bike", "text", "ana", session="s1", agent="a1")
    session, agent = token("session", "s1"), token("agent", "a1")
    assert query == f"{SCOPE} +filter_tokens:{session}^0 +filter_tokens:{agent}^0 +text:(bike)"


@pytest.mark.parametrize(
    "text", ["", "?!", "the of and", "What did you do?", "+ - && || ! ( ) { } [ ] ^ ~ * : \\ /"]
)
def test_no_words_no_query(text: str) -> None:
    assert lucene(text, "context", "ana") is None


def test_operators_are_words_in_lower_case() -> None:
    assert lucene("cats AND dogs OR NOT birds", "context", "ana") == f"{SCOPE} +context:(cats dogs birds)"


def test_another_users_token_in_the_question_is_only_a_word() -> None:
    foreign = token("scope", "ben")
    query = lucene(f"filter_tokens:{foreign} OR context:secret", "context", "ana")
    assert query == f"{SCOPE} +context:(filter_tokens {foreign} context secret)"


def test_at_most_64_words_each_once() -> None:
    words = [f"w{n}" for n in range(2000)]
    query = lucene(" ".join(words + words), "context", "ana")
    assert query is not None
    assert query.count("w") == 64


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("दिल्ली क्रिकेट", "दिल्ली क्रिकेट"),
        ("jalapen\u0303o", "jalapen\u0303o jalape\u00f1o"),
        ("jalape\u00f1o", "jalape\u00f1o jalapen\u0303o"),
        ("が 민수", "が 민수"),
        ("refund_service.py v2.13.4-rc1", "refund_service.py v2.13.4 rc1"),
        ("Main St. 12.June", "main st 12 june"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("ẖ", "h\u0331 ẖ"),
        ("❤\ufe0f bike", "bike"),
    ],
)
def test_a_combining_mark_belongs_to_its_letter(text: str, terms: str) -> None:
    assert lucene(text, "context", "ana") == f"{SCOPE} +context:({terms})"


@given(st.text(max_size=200))
@example("ẖ")
def test_nothing_but_letters_marks_digits_and_apostrophes_reaches_the_server(text: str) -> None:
    query = lucene(text, "context", "ana")
    if query is not None:
        inside = re.fullmatch(re.escape(SCOPE) + r" \+context:\((.+)\)", query)
        assert inside
        others = {each for each in inside[1] if not (each.isalnum() or each in "_'’. \u200c\u200d")}
        assert {each for each in others if not unicodedata.category(each).startswith("M")} == set()
