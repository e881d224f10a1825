"""What is a place, and what ends a home or a job."""

from __future__ import annotations

import pytest

from graphmem.manage.claims.gazetteer import is_place
from tests.unit.manage.test_supersede import made, stated


@pytest.mark.parametrize(
    "name",
    ["Lyon", "New York", "Köln", "Cologne", "St. Louis", "Nice", "Reading", "North London", "Malawi", "Texas",
     "Mobile, Alabama", "Santander, Spain", "Tomintoul, Scotland", "Finch Lane"],
)  # fmt: skip
def test_places(name: str) -> None:
    assert is_place(name)


@pytest.mark.parametrize(
    "name",
    ["Spotify", "Signal", "Notion", "Monzo", "Firefox", "Marketing", "Mobile", "Sales", "Orange", "Of",
     "Head of Design", "Backend", "Product", "Excel", "Santander", ""],
)  # fmt: skip
def test_what_is_no_certain_place(name: str) -> None:
    assert not is_place(name)


@pytest.mark.parametrize(
    "text",
    [
        "Ana moved to Spotify.",
        "Ana moved to Signal in May.",
        "Ana has moved to Notion now.",
        "Ana moved to Mobile.",
        "Ana moved to Product Marketing.",
        "Ana moved to Head of Design.",
        "Ana moved from Slack to Discord.",
        "Ana is living in Excel these days.",
    ],
)
def test_a_firm_an_app_a_team_or_a_role_ends_no_home(text: str) -> None:
    assert made(stated("home", "Ana lives in Graz."), stated("new", text, 30)) == []


@pytest.mark.parametrize(
    "text",
    [
        "Ana left Paris for Lyon.",
        "Ana left Berlin.",
        "Ana left Disneyland for Lyon.",
        "Ana left Paris in May.",
    ],
)
def test_who_leaves_a_town_quits_no_job(text: str) -> None:
    jobs = [stated("1", "Ana works at Disneyland Paris."), stated("2", "Ana works at Disneyland.")]
    assert [each.older for each in made(*jobs, stated("new", text, 30))] == []


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Ana lives in Graz.", "Ana moved to Lyon."),
        ("Ana lives in Graz.", "Ana moved to Mobile, Alabama."),
        ("Ana lives in Graz.", "Ana moved to Nice with her sister."),
        ("Ana works at Siemens.", "Ana left Siemens."),
        ("Ana works at Siemens.", "Ana left Siemens for Bosch."),
    ],
)
def test_what_does_end(older: str, newer: str) -> None:
    assert [each.older for each in made(stated("old", older), stated("new", newer, 30))] == ["old"]
