"""Words that say that something is so now mean one thing, wherever they stand."""

from __future__ import annotations

import pytest

from tests.unit.manage.test_supersede import made, stated


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Ana's favorite player is Ronaldo.", "Ana's current favorite player is Messi."),
        ("Ana's boss is Ulrike Kern.", "Ana's current boss is Petra Wolf."),
        ("Ana's favourite colour is red.", "These days Ana's favourite colour is blue."),
        ("Ana's favourite colour is red.", "Ana's favourite colour is blue at the moment."),
        ("Ana's favourite colour is red.", "Lately, Ana's favourite colour is blue."),
        ("Ana's favourite colour is red.", "Ana's favourite colour is currently blue."),
        ("Ana's favourite colour is red.", "For now Ana's favourite colour is blue."),
        ("Ana's boss is Ulrike Kern.", "Right now, Ana's boss is Petra Wolf."),
        ("Ana's boss is Ulrike Kern.", "Ana's boss is Petra Wolf nowadays."),
        ("Ana's phone number is 12345.", "At present Ana's phone number is 67890."),
        ("Ana's address is Main Street 1.", "Ana's present address is Hill Road 22."),
        ("Ana lives in Graz.", "Nowadays Ana lives in Lyon."),
        ("Ana lives in Graz.", "Ana lives in Lyon at the moment."),
        ("Ana lives in Graz.", "Right now, Ana is living in Lyon."),
        ("Ana lives in Graz.", "Ana lives in Lyon for now."),
        ("Ana works at Siemens.", "Currently Ana works at Bosch."),
        ("Ana works at Siemens.", "At the moment Ana is working for Bosch."),
    ],
)
def test_now_ends_what_was_before(older: str, newer: str) -> None:
    assert [each.older for each in made(stated("old", older), stated("new", newer, 30))] == ["old"]


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Ana drinks coffee.", "Ana does not drink coffee right now."),
        ("Ana drinks coffee.", "At the moment Ana does not drink coffee."),
        ("Ana likes football.", "Ana hates football lately."),
        ("Ana drinks coffee.", "Ana does not drink coffee for now."),
    ],
)
def test_what_is_denied_for_the_moment_may_hold_again(older: str, newer: str) -> None:
    assert made(stated("old", older), stated("new", newer, 30)) == []
