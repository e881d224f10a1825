"""What models answer is kept, found again by content, and never a reason to fail."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from graphmem.bench.answer_cache import CachedLLM, noting
from graphmem.errors import InputError, LLMError
from graphmem.model.prompt import Prompt
from graphmem.testing import FakeLLM


class Said(BaseModel):
    word: str


class Told(BaseModel):
    word: str


def prompt(**changes: Any) -> Prompt:
    given: dict[str, Any] = {"purpose": "answer", "version": "v/1", "system": "Answer.", "user": "What?"}
    return Prompt(**{**given, **changes})


def cached(folder: Path, llm: FakeLLM, **changes: Any) -> CachedLLM:
    return CachedLLM(llm, folder, ledger=llm.ledger, **changes)


def fake(**changes: Any) -> FakeLLM:
    return FakeLLM(lambda prompt, output: {"word": f"{prompt.user} é"}, **changes)


def files(folder: Path) -> list[Path]:
    return [each for each in folder.rglob("*") if each.is_file()]


async def test_the_same_question_is_asked_once_and_costs_what_it_did(tmp_path: Path) -> None:
    first, second = fake(), fake()
    said = await cached(tmp_path, first).structured(prompt(), Said)
    later = cached(tmp_path, second)

    assert await later.structured(prompt(), Said) == said == Said(word="What? é")
    assert (len(first.prompts), len(second.prompts)) == (1, 0)
    assert (later.kept.found, later.kept.asked, later.kept.broken) == (1, 0, [])
    assert second.ledger.usage() == first.ledger.usage()
    assert second.ledger.usage().total.calls == 1


@pytest.mark.parametrize(
    "other",
    [
        {"version": "v/2"},
        {"system": "Answer!"},
        {"user": "Who?"},
        {"max_tokens": 7},
        {"temperature": 0.5},
    ],
)
async def test_another_question_is_asked_anew(tmp_path: Path, other: dict[str, Any]) -> None:
    llm = fake()
    model = cached(tmp_path, llm)
    await model.structured(prompt(), Said)
    await model.structured(prompt(**other), Said)
    assert len(llm.prompts) == 2


async def test_so_are_another_model_another_shape_and_another_run(tmp_path: Path) -> None:
    llm, other = fake(), fake(id="fake:other")
    model = cached(tmp_path, llm, run=1)
    await model.structured(prompt(), Said)
    await model.structured(prompt(), Told)
    await cached(tmp_path, other, run=1).structured(prompt(), Said)
    model.run = 2
    await model.structured(prompt(), Said)
    assert (len(llm.prompts), len(other.prompts)) == (3, 1)


async def test_on_whose_behalf_it_is_asked_makes_no_difference(tmp_path: Path) -> None:
    llm = fake()
    model = cached(tmp_path, llm)
    await model.structured(prompt(scope="ana"), Said)
    await model.structured(prompt(scope="ben"), Said)
    assert len(llm.prompts) == 1
    assert llm.ledger.usage("ben").total.calls == 1


@pytest.mark.parametrize("text", ["", "{", "[]", '{"form": 1}', '{"form": 9, "tokens": {}, "answer": {}}',
                                  '{"form": 1, "tokens": {}, "answer": {"wrong": 1}}', '\udc80'])  # fmt: skip
async def test_a_file_that_cannot_be_used_is_noted_and_made_anew(tmp_path: Path, text: str) -> None:
    await cached(tmp_path, fake()).structured(prompt(), Said)
    (file,) = files(tmp_path)
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    llm = fake()
    model = cached(tmp_path, llm)

    assert await model.structured(prompt(), Said) == Said(word="What? é")
    assert (len(llm.prompts), model.kept.broken) == (1, [file.name])
    assert json.loads(file.read_text())["answer"] == {"word": "What? é"}
    assert files(tmp_path) == [file]


async def test_a_failure_is_not_kept(tmp_path: Path) -> None:
    model = cached(tmp_path, FakeLLM({"answer": [LLMError("gone"), {"word": "back"}]}))
    with pytest.raises(LLMError, match="gone"):
        await model.structured(prompt(), Said)
    assert await model.structured(prompt(), Said) == Said(word="back")


async def test_what_is_asked_to_encode_and_streams_pass_through(tmp_path: Path) -> None:
    llm = FakeLLM({"encode": {"word": "a"}, "answer": "one two"})
    model = cached(tmp_path, llm)
    await model.structured(prompt(purpose="encode"), Said)
    await model.structured(prompt(purpose="encode"), Said)
    assert [piece async for piece in model.stream(prompt())] == ["one ", "two"]
    assert len(llm.prompts) == 3
    assert files(tmp_path) == []


async def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match=r"cannot be written.*--cache"):
        await cached(tmp_path / "file", fake()).structured(prompt(), Said)


async def test_whoever_measures_sees_what_was_found(tmp_path: Path) -> None:
    model = cached(tmp_path, fake())
    with noting() as first:
        await model.structured(prompt(), Said)
    with noting() as second:
        await model.structured(prompt(), Said)
    assert (first, second) == ([], ["answer"])
