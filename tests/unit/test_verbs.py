"""The table of verbs holds every verb, and its types are those of the methods."""

from __future__ import annotations

import inspect
from dataclasses import fields, replace
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from graphmem.entities import AsyncEntities
from graphmem.memory import AsyncMemory
from graphmem.model.answer import AnswerPart
from graphmem.model.hit import SearchResult
from graphmem.sync import Entities, Memory
from graphmem.verbs import VERBS, Effect

NOT_VERBS = {"open", "close", "entities"}


def public(owner: type) -> set[str]:
    return {name for name in vars(owner) if not name.startswith("_")} - NOT_VERBS


def test_every_public_verb_stands_in_the_table() -> None:
    names = public(AsyncMemory) | {f"entities.{name}" for name in public(AsyncEntities)}

    assert names == set(VERBS)


def test_the_blocking_classes_have_every_verb_and_no_other() -> None:
    assert public(Memory) == public(AsyncMemory)
    assert public(Entities) == public(AsyncEntities)


@pytest.mark.parametrize(("blocking", "owner"), [(Memory, AsyncMemory), (Entities, AsyncEntities)])
def test_a_blocking_verb_has_the_signature_and_words_of_the_verb(blocking: type, owner: type) -> None:
    differing = [
        name
        for name in sorted(public(owner) - {"ask_stream"})
        if inspect.signature(getattr(blocking, name)) != inspect.signature(getattr(owner, name))
        or getattr(blocking, name).__doc__ != getattr(owner, name).__doc__
        or inspect.iscoroutinefunction(getattr(blocking, name))
    ]

    assert differing == []


def test_the_streamed_verb_differs_in_what_it_returns_alone() -> None:
    one, other = inspect.signature(Memory.ask_stream), inspect.signature(AsyncMemory.ask_stream)

    assert (one.parameters, one.return_annotation) == (other.parameters, "Iterator[AnswerPart]")


def test_requests_have_the_arguments_that_can_be_written_down() -> None:
    taken = {
        name: [each.name for each in fields(VERBS[name].request)]
        for name in ("search", "forget_user", "export")
    }

    assert taken == {
        "search": [
            "query", "user_id", "explain", "threshold", "window", "top_k", "limit", "session_id", "run_id",
            "conversation_id", "agent_id", "filters", "as_of", "known_at", "reference_time", "strategy",
        ],
        "forget_user": ["user_id", "dry_run"],
        "export": ["user_id", "embeddings"],
    }  # fmt: skip


def test_results_are_those_of_the_methods() -> None:
    search, stream = VERBS["search"], VERBS["ask_stream"]

    assert (search.result, search.streams) == (SearchResult, False)
    assert (stream.result, stream.streams) == (AnswerPart, True)


@pytest.mark.parametrize("name", VERBS)
def test_requests_and_results_have_a_schema(name: str) -> None:
    verb = VERBS[name]
    schema = TypeAdapter(verb.request).json_schema()
    result = TypeAdapter(verb.result).json_schema(mode="serialization")

    assert schema["additionalProperties"] is False
    assert schema["description"].splitlines()[0] == inspect.getdoc(verb.function).splitlines()[0]  # type: ignore[union-attr]
    assert "type" in result or "$ref" in result or "anyOf" in result


def test_a_misspelt_argument_is_refused() -> None:
    with pytest.raises(ValidationError, match="topk"):
        TypeAdapter(VERBS["search"].request).validate_python({"query": "?", "user_id": "ana", "topk": 3})


def test_deleting_and_changing_verbs_are_marked() -> None:
    marked = {effect: {name for name, verb in VERBS.items() if verb.effect is effect} for effect in Effect}

    assert marked[Effect.DELETES] == {"delete", "delete_all", "forget_user", "retain"}
    assert marked[Effect.ADDS] == {"add", "add_many", "import_"}
    assert marked[Effect.CHANGES] == {
        "update", "undo", "consolidate", "rebuild_tree",
        "entities.merge", "entities.split", "entities.alias", "entities.unalias", "entities.undo",
    }  # fmt: skip


async def test_a_request_is_called_with_what_was_given_and_the_defaults_of_the_verb() -> None:
    given: dict[str, Any] = {}

    class Spy(AsyncMemory):
        async def open(self) -> Any:
            return None

    async def search(self: Any, **options: Any) -> SearchResult:
        given.update(options)
        return SearchResult()

    verb = replace(VERBS["search"], function=search)
    request = TypeAdapter(verb.request).validate_json('{"query": "Where?", "user_id": "ana", "top_k": 3}')

    assert await verb.call(Spy(home="nowhere"), request) == SearchResult()
    assert given == {"query": "Where?", "user_id": "ana", "explain": False, "top_k": 3}
