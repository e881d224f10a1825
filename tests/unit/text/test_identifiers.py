"""Which words of a question are looked up letter by letter."""

from __future__ import annotations

import pytest

from graphmem.text.identifiers import identifiers


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("What does getUserById do?", ("getUserById",)),
        ("getUserById", ("getUserById",)),
        ("What is MAX_RETRIES set to?", ("MAX_RETRIES",)),
        ("Why did we hit E11000 in orders_v2?", ("E11000", "orders_v2")),
        ("Whose plate is W-4711?", ("W-4711",)),
        ("Which version is v2.13.4-rc1?", ("v2.13.4-rc1",)),
        ("Where is refund_service.py?", ("refund_service.py",)),
        ("What is in `src/app/payments/refunds.py`?", ("src/app/payments/refunds.py",)),
        ("What does --no-cache do?", ("--no-cache",)),
        ("Who changed .env?", (".env",)),
        ("What is at https://wiki.example.org/ops?id=5#a?", ("https://wiki.example.org/ops?id=5#a",)),
        ("Who wrote restart()?", ("restart()",)),
        ("Was #553 merged?", ("#553",)),
        ("runbook", ("runbook",)),
        ("When did Caroline go to the LGBTQ support group?", ()),
        ("Did he/she/they meet at 5pm on the 3rd of May 2023?", ()),
        ("What did McGee buy at IKEA and/or Target in the 1990s?", ()),
        ("Does Ana have an iPhone or a 10km run on 3/5/2024?", ()),
        ("a cat", ()),
        ("李娜住在哪里？", ()),
        ("?", ()),
    ],
)
def test_identifiers(query: str, found: tuple[str, ...]) -> None:
    assert identifiers(query) == found
