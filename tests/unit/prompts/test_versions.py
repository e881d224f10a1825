"""A prompt's version changes with its wording, so that recorded exchanges and costs can be told apart."""

from __future__ import annotations

from datetime import UTC, datetime
from hashlib import blake2b

from graphmem.model.prompt import Prompt
from graphmem.prompts.encode import encode_prompt
from graphmem.prompts.plan import plan_prompt

NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)


def wording(prompt: Prompt) -> tuple[str, str]:
    whole = f"{prompt.system}\n{prompt.user}"
    return prompt.version, blake2b(whole.encode(), digest_size=6).hexdigest()


def test_a_changed_wording_has_a_new_version() -> None:
    turn = ("Ana", "user", NOW, "I moved to Lyon.")
    encoding = encode_prompt([turn], reference="Ana has a dog.", note="She is Ana.", scope="", max_tokens=9)
    assert wording(encoding) == ("encode/2", "5f9625fde490")
    assert wording(plan_prompt("Where is it?", ["Ana"], NOW, "")) == ("plan/1", "62d97842d492")
