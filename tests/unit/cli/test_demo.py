"""The demo's statements, and where it says the graph is."""

from __future__ import annotations

import re

from graphmem.cli.demo import demo_queries


def test_there_are_three_statements_with_a_title_each() -> None:
    found = demo_queries()
    assert [query.title for query in found] == [
        "What is remembered about Maya, and the words that prove it",
        "One evening: its turns, the segments they fall into, and what was understood",
        "The year as a calendar: which memories belong to which day, as the speakers counted",
    ]


def test_they_are_complete_and_look_at_the_demo_s_user_alone() -> None:
    assert len(demo_queries()) == 3
    for query in demo_queries():
        assert "scope: 'demo'" in query.text
        assert "$" not in query.text
        assert re.search(r"\bRETURN path\b", query.text)
