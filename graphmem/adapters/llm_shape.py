"""Bring a value that a language model wrote into the shape that was asked for, where only one way exists."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

Schema = Mapping[str, Any]
_WRAPPERS = ("arguments", "parameters", "input", "properties")
_SCHEMA_KEYS = frozenset(("type", "$ref", "anyOf", "oneOf", "allOf", "enum", "const"))
_JSON_TYPES = ("string", "number", "integer", "boolean", "array", "object", "null")


def shapes(value: Any, schema: Schema) -> Iterator[dict[str, Any]]:
    """Objects that the value may stand for, the most literal first; each shares a field with the schema.

    schema: of an object, with its $defs. A text is read as JSON once more, a list by itself becomes the
    one list that the schema has, where no other field is required, and what wraps an object (a tool call, an
    echoed schema, an envelope) gives it up.
    """
    fields: Schema = schema.get("properties", {})
    required = frozenset(schema.get("required", ()))
    for each in _unwrapped(value, fields, required):
        if not _is_schema(each, fields):
            yield _shaped(each, schema, schema.get("$defs", {}))


def _unwrapped(
    value: Any, fields: Schema, required: frozenset[str], *, inside: bool = False
) -> Iterator[dict[str, Any]]:
    if isinstance(value, str):
        value = _decoded(value)
    if isinstance(value, list):
        lists = [name for name, field in fields.items() if field.get("type") == "array"]
        if len(value) == 1 and isinstance(value[0], dict) and _named(value[0], fields).keys() & fields.keys():
            yield value[0]
        elif not inside and len(lists) == 1 and required <= set(lists):
            yield {lists[0]: value}
    if not isinstance(value, dict):
        return
    if _named(value, fields).keys() & fields.keys():
        yield value
        return
    inner = [value[name] for name in _WRAPPERS if name in value]
    for each in inner or (list(value.values()) if len(value) == 1 else []):
        yield from _unwrapped(
            each, fields, required, inside=True
        )  # a list under another name may be anything


def _is_schema(value: dict[str, Any], fields: Schema) -> bool:
    """Whether every field holds the schema of its value instead of a value."""
    held = {name: each for name, each in _named(value, fields).items() if name in fields}
    schemas = all(isinstance(each, dict) and _describes(each) for each in held.values())
    return schemas and not any(_allows(fields[name], "object") for name in held)


def _describes(value: dict[str, Any]) -> bool:
    """Whether an object is a schema; many a value has a `type` of its own."""
    kind = value.get("type", "string")
    return bool(value.keys() & _SCHEMA_KEYS) and (not isinstance(kind, str) or kind in _JSON_TYPES)


def _allows(schema: Schema, kind: str) -> bool:
    return (
        schema.get("type") == kind
        or "$ref" in schema
        or any(_allows(each, kind) for each in schema.get("anyOf", ()))
    )


def _shaped(value: Any, schema: Schema, defs: Schema) -> Any:
    schema = _resolved(schema, defs)
    if "anyOf" in schema:
        branches = [_resolved(each, defs) for each in schema["anyOf"]]
        if value is None and any(each.get("type") == "null" for each in branches):
            return None
        some = [each for each in branches if each.get("type") != "null"]
        return _shaped(value, some[0], defs) if len(some) == 1 else value
    if "enum" in schema:
        return _listed(value, schema["enum"])
    shaped = _SHAPED.get(str(schema.get("type")))
    return shaped(value, schema, defs) if shaped else value


def _object(value: Any, schema: Schema, defs: Schema) -> Any:
    value = _decoded(value) if isinstance(value, str) else value
    fields: Schema = schema.get("properties", {})
    if not isinstance(value, dict) or not fields:
        return value
    made = {}
    for name, each in _named(value, fields).items():
        shaped = _shaped(each, fields[name], defs) if name in fields else each
        if shaped is not None or name not in fields or _nullable(fields[name]):
            made[name] = shaped  # a null where none may be is left out: the field's default stands for it
    return made


def _array(value: Any, schema: Schema, defs: Schema) -> Any:
    items = _resolved(schema.get("items", {}), defs)
    if isinstance(value, str):
        decoded = _decoded(value)
        value = decoded if isinstance(decoded, list | dict) else [value] if value.strip() else []
    if isinstance(value, dict) and items.get("type") == "object":
        value = [value]
    if value is None:
        return []
    if not isinstance(value, list):
        return [_shaped(value, items, defs)] if items.get("type") in ("integer", "number") else value
    made = [_shaped(each, items, defs) for each in value]
    return made if _nullable(items) else [each for each in made if each is not None]


def _string(value: Any, schema: Schema, defs: Schema) -> Any:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return str(value) if number else value


_SHAPED: dict[str, Callable[[Any, Schema, Schema], Any]] = {
    "object": _object,
    "array": _array,
    "string": _string,
}


def _listed(value: Any, allowed: list[Any]) -> Any:
    """The word of a list that was meant, whatever its case."""
    same = [each for each in allowed if isinstance(value, str) and _folded(str(each)) == _folded(value)]
    return same[0] if len(same) == 1 else value


def _named(value: dict[str, Any], fields: Schema) -> dict[str, Any]:
    """With the keys that the schema has, where they differ in case and signs only."""
    meant = {_folded(name): name for name in fields}
    made: dict[str, Any] = {}
    for name, each in value.items():
        own = name if name in fields else meant.get(_folded(name), name)
        if own in made or (own != name and own in value):
            own = name
        made[own] = each
    return made


def _folded(name: str) -> str:
    return "".join(sign for sign in name.casefold() if sign.isalnum())


def _resolved(schema: Schema, defs: Schema) -> Schema:
    name = str(schema.get("$ref", "")).rpartition("/")[2]
    resolved: Schema = defs.get(name, schema)
    return resolved


def _nullable(schema: Schema) -> bool:
    kinds = [each.get("type") for each in schema.get("anyOf", ())]
    return "null" in kinds or not schema.keys() & _SCHEMA_KEYS


def _decoded(text: str) -> Any:
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return text
