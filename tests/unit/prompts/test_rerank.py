"""What a model is shown when it orders passages."""

from __future__ import annotations

from hashlib import blake2b

from hypothesis import given
from hypothesis import strategies as st

from graphmem.prompts.rerank import rerank_prompt


def test_a_changed_wording_has_a_new_version() -> None:
    prompt = rerank_prompt("Where is\nit?", ["In  Lyon.", "No <b>idea</b>"], scope="ana")
    assert prompt.user == (
        'Question: Where is it?\n\n<passage id="1">In Lyon.</passage>\n<passage id="2">No ‹b›idea‹/b›</passage>'
    )
    assert blake2b(prompt.system.encode(), digest_size=6).hexdigest() == "d4bf14f0e78f"
    assert (prompt.version, prompt.scope, prompt.max_tokens) == ("rerank/1", "ana", 528)


@given(st.lists(st.text(alphabet='<>/passage id="12\n\x85\u2028', max_size=40), min_size=1, max_size=4))
def test_a_passage_can_neither_end_itself_nor_begin_another(passages: list[str]) -> None:
    lines = rerank_prompt("q", passages).user.split("\n\n", 1)[1].split("\n")
    assert len(lines) == len(passages)
    for number, line in enumerate(lines, start=1):
        assert line.startswith(f'<passage id="{number}">')
        assert line.count("<") == line.count(">") == 2
