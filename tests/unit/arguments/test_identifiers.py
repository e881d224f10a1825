"""Ids that clients choose."""

import pytest

from graphmem.arguments.identifiers import identifier, optional, scope_of
from graphmem.errors import InputError


def test_numbers_become_their_digits() -> None:
    assert scope_of(42) == "42"


def test_512_characters_are_the_most() -> None:
    assert identifier("é" * 512, "user_id") == "é" * 512
    with pytest.raises(InputError, match="session_id has 513 characters; at most 512"):
        identifier("x" * 513, "session_id")


@pytest.mark.parametrize("wrong", ["", " \t", "a\x00b", "a\x7f", "\ud83d", None, True, 1.0, b"ana", ["ana"]])
def test_what_cannot_be_kept_is_refused_by_name(wrong: object) -> None:
    with pytest.raises(InputError, match="agent_id"):
        identifier(wrong, "agent_id")


def test_an_id_may_be_left_out_where_it_is_optional() -> None:
    assert optional(None, "session_id") is None
    assert optional("s1", "session_id") == "s1"


def test_white_space_around_an_id_and_its_unicode_form_make_no_difference() -> None:
    assert identifier(" s1\t", "session_id") == "s1"
    assert identifier("Jose\u0301", "user_id") == identifier("Jos\u00e9", "user_id") == "Jos\u00e9"
