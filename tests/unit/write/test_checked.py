"""An encoder of anybody's make is held to what the port says."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from graphmem.errors import ModelError
from graphmem.model.record import Encoding, RecordDraft, RecordType
from graphmem.model.turn import Turn
from graphmem.write.checked import checked

TURN = Turn("t0", "s", 0, "user", "Ana", "I moved.", None)
DRAFT = RecordDraft(RecordType.FACT, "Ana moved.", ("t0",), entities=("Ana",))


def test_what_is_as_it_should_be_passes() -> None:
    encoding = Encoding((DRAFT,), "a note")
    assert checked(encoding, [TURN]) is encoding


@pytest.mark.parametrize(
    ("returned", "words"),
    [
        (None, "returned NoneType"),
        ([DRAFT], "returned list"),
        (Encoding(("Ana moved.",)), "record 1 of the encoder is str"),  # type: ignore[arg-type]
        (Encoding((DRAFT,), 3), "the note"),  # type: ignore[arg-type]
    ],
)
def test_nonsense_is_named(returned: Any, words: str) -> None:
    with pytest.raises(ModelError, match=words):
        checked(returned, [TURN])


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"type": "gossip"}, "has the type 'gossip'"),
        ({"text": " "}, "has no text"),
        ({"text": None}, "has no text"),
        ({"entities": ("Ana", 3)}, "no text"),
        ({"tags": (None,)}, "no text"),
        ({"evidence": ()}, "proved by no turn"),
        ({"evidence": ("t0", "t9")}, "not its own"),
        ({"interval": "today"}, "an Interval or None is expected"),
    ],
)
def test_a_record_of_nonsense_is_named(changed: dict[str, Any], words: str) -> None:
    with pytest.raises(ModelError, match=words):
        checked(Encoding((DRAFT, replace(DRAFT, **changed))), [TURN])
