"""What has been spent since an earlier moment."""

from __future__ import annotations

from graphmem.model.usage import Tokens, Usage


def test_only_what_was_asked_meanwhile_is_told_by_purpose() -> None:
    earlier = Usage({"plan": Tokens(2, 20, 4), "encode": Tokens(1, 10, 2)})
    now = earlier + Usage({"encode": Tokens(1, 30, 3, 1), "distil": Tokens(1, 5, 1)})

    assert now.since(earlier) == Usage({"encode": Tokens(1, 30, 3, 1), "distil": Tokens(1, 5, 1)})


def test_nothing_asked_is_no_purpose() -> None:
    spent = Usage({"plan": Tokens(2, 20, 4)})

    assert spent.since(spent) == Usage()
