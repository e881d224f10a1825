"""The schema that goes to a server."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, Field

from graphmem import prompts
from graphmem.adapters.llm_schema import strict_schema


class Leaf(BaseModel):
    """A leaf."""

    title: str = Field(description="what it is called", max_length=9)
    kind: Literal["a", "b"]
    weight: Annotated[int, Field(ge=1)] | None = None


class Tree(BaseModel):
    leaves: list[Leaf] = Field(default_factory=list, min_length=1)
    first: Leaf = Field(description="the first one")


def test_everything_is_required_and_nothing_is_added() -> None:
    assert strict_schema(Tree) == {
        "$defs": {
            "Leaf": {
                "type": "object",
                "description": "A leaf.",
                "properties": {
                    "title": {"type": "string", "description": "what it is called"},
                    "kind": {"type": "string", "enum": ["a", "b"]},
                    "weight": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
                },
                "additionalProperties": False,
                "required": ["title", "kind", "weight"],
            }
        },
        "type": "object",
        "properties": {
            "leaves": {"type": "array", "items": {"$ref": "#/$defs/Leaf"}},
            "first": {"$ref": "#/$defs/Leaf"},
        },
        "additionalProperties": False,
        "required": ["leaves", "first"],
    }


def outputs() -> Iterator[type[BaseModel]]:
    """Every shape that a prompt of graphmem asks for."""
    for found in pkgutil.iter_modules(prompts.__path__):
        module = importlib.import_module(f"{prompts.__name__}.{found.name}")
        for each in vars(module).values():
            if inspect.isclass(each) and issubclass(each, BaseModel) and each.__module__ == module.__name__:
                yield each


ALLOWED = {
    "type", "properties", "items", "enum", "const", "anyOf", "$ref", "$defs", "description", "required",
    "additionalProperties",
}  # fmt: skip


def parts(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield schema
    inner = [
        *schema.get("properties", {}).values(),
        *schema.get("$defs", {}).values(),
        *schema.get("anyOf", []),
    ]
    for each in [*inner, *([schema["items"]] if "items" in schema else [])]:
        yield from parts(each)


@pytest.mark.parametrize("output", list(outputs()), ids=lambda output: output.__name__)
def test_every_prompt_asks_for_a_shape_that_strict_servers_take(output: type[BaseModel]) -> None:
    for part in parts(strict_schema(output)):
        assert set(part) <= ALLOWED
        assert part.keys() & {"type", "enum", "const", "anyOf", "$ref"}
        if "$ref" in part:
            assert list(part) == ["$ref"]
        if part.get("type") == "object":
            assert part["additionalProperties"] is False
            assert part["required"] == list(part["properties"])
        if part.get("type") == "array":
            assert part["items"]
