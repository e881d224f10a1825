"""The schema that goes to a server."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

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
