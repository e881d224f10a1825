"""The JSON schema of an answer, in the part of the standard that every server takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

# pydantic checks what these say when the answer is there; some servers refuse a schema that holds them.
_UNSENT = frozenset(
    "title default examples format pattern minLength maxLength minimum maximum exclusiveMinimum "
    "exclusiveMaximum multipleOf minItems maxItems uniqueItems discriminator".split()
)


def strict_schema(output: type[BaseModel]) -> dict[str, Any]:
    """The schema of `output`: no further properties, all of them required."""
    schema: dict[str, Any] = _strict(output.model_json_schema())
    return schema


def _strict(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_strict(each) for each in schema]
    if not isinstance(schema, Mapping):
        return schema
    if "$ref" in schema:
        return {"$ref": schema["$ref"]}  # alone: what stands beside it is refused
    kept = {name: value for name, value in schema.items() if name not in _UNSENT}
    made = {name: _strict(value) for name, value in kept.items() if name not in ("properties", "$defs")}
    for group in ("properties", "$defs"):  # their keys are names, whatever they are called
        if group in kept:
            made[group] = {name: _strict(value) for name, value in kept[group].items()}
    if "oneOf" in made:
        made["anyOf"] = made.pop("oneOf")
    if "properties" in made:
        made |= {"additionalProperties": False, "required": list(made["properties"])}
    return made
