"""docs/settings.md names every setting, with the default, the values and the variables that the code has."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import pytest
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from graphmem.bootstrap import load_settings
from graphmem.settings import Settings

PAGE = (Path(__file__).parents[2] / "docs" / "settings.md").read_text(encoding="utf-8")
ROWS = {
    cells[0].strip("` "): [cell.strip() for cell in cells[1:]]
    for line in PAGE.splitlines()
    if line.startswith("| `") and len(cells := line.strip("|").split(" | ")) == 4
}


def fields(model: type[BaseModel], prefix: str = "") -> Iterator[tuple[str, FieldInfo]]:
    """Every field that holds a value, by its dotted name."""
    for name, field in model.model_fields.items():
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            yield from fields(field.annotation, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", field


FIELDS = dict(fields(Settings))


def test_the_page_names_exactly_the_fields() -> None:
    assert sorted(ROWS) == sorted(FIELDS)


@pytest.mark.parametrize("name", sorted(FIELDS))
def test_the_default_is_that_of_the_code(name: str) -> None:
    told = ROWS[name][0]
    if FIELDS[name].is_required():
        assert told == "required"
    else:
        default = FIELDS[name].default
        assert (ast.literal_eval(told.strip("`")), type(ast.literal_eval(told.strip("`")))) == (
            default,
            type(default),
        )


@pytest.mark.parametrize("name", sorted(FIELDS))
def test_the_values_are_those_of_the_code(name: str) -> None:
    told = ROWS[name][1]
    choices = _choices(FIELDS[name].annotation)
    if choices:
        assert tuple(re.findall(r"`(\w+)`", told)) == choices
    elif any(hasattr(bound, "ge") or hasattr(bound, "gt") for bound in FIELDS[name].metadata):
        assert told == _range(FIELDS[name])
    else:
        assert told in {"text", "a folder", "true or false"}


def _choices(annotation: Any) -> tuple[str, ...]:
    if get_origin(annotation) is Literal:
        return get_args(annotation)
    return next((found for each in get_args(annotation) if (found := _choices(each))), ())


def _range(field: FieldInfo) -> str:
    bounds = {
        name: getattr(bound, name)
        for bound in field.metadata
        for name in ("ge", "gt", "le")
        if hasattr(bound, name)
    }
    if "le" in bounds:
        return f"{bounds['ge']} to {bounds['le']}"
    return f"≥ {bounds['ge']}" if "ge" in bounds else f"> {bounds['gt']}"


class Environment(dict[str, str]):
    """Remembers which variables were asked for."""

    def __init__(self, **variables: str) -> None:
        super().__init__(variables)
        self.asked: set[str] = set()

    def get(self, name: str, default: Any = None) -> Any:
        self.asked.add(name)
        return super().get(name, default)


def test_the_page_names_exactly_the_variables_that_are_read() -> None:
    environment = Environment(GRAPHMEM_LLM_BASE_URL="http://localhost/v1")
    load_settings(environment)
    section = PAGE.partition("## Environment variables")[2].partition("\n## ")[0]

    assert sorted(re.findall(r"^\| `([A-Z0-9_]+)`", section, re.MULTILINE)) == sorted(environment.asked)


def test_every_field_of_a_group_in_the_arguments_can_be_given() -> None:
    settings = load_settings({}, threads=2, dimensions=8, cache="c", segmenter={"target": 500}, belief="off")

    assert settings.embedder.threads == 2
    assert settings.embedder.dimensions == 8
    assert settings.server.cache == Path("c")
    assert settings.segmenter.target == 500
    assert settings.belief == "off"
