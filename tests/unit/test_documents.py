"""What the documents name is there: files, headings, commands with their options, modules and their members."""

from __future__ import annotations

import ast
import inspect
import pkgutil
import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Unpack, get_args, get_origin, get_type_hints

import pytest
import typer

from graphmem import AsyncMemory, Memory
from graphmem.cli.app import Commands, app
from graphmem.store.vocabulary import LABELS, TYPES

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted(
    str(path.relative_to(ROOT))
    for pattern in ("*.md", "docs/**/*.md", "examples/*.md", "tests/**/*.md")
    for path in ROOT.glob(pattern)
)

_FENCE = re.compile(r"^( *)(```+)(\w*)\n(.*?)^\1\2\s*$", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"`([^`\n]+(?:\n[^`\n]+)?)`")
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.+?)\s*$", re.MULTILINE)
_FOLDER = re.compile(
    r"(?:graphmem|cypher|docs|tests|migrations|api|examples|\.ci)/[\w./-]*"
    r"|[A-Z]+\.md|LICENSE|Makefile|pyproject\.toml|constraints\.txt|docker-compose\.yml"
)
_CHOSEN = re.compile(r"/[A-Z]+\b(?!\.md)")
"""A part of a path that the reader chooses, as in cypher/SUBJECT/NAME.cypher."""
_MODULE = re.compile(r"graphmem(?:\.\w+)+")
_IMPORT = re.compile(r"^from (graphmem[\w.]*) import ([\w, ]+)", re.MULTILINE)
_MACHINE = re.compile(r"(?<![\w.:/~])/(?:home|root|work|tmp|Users|var|opt|mnt)/|\b[A-Z]:\\")
_SHELLS = {"sh", "console", ""}
_PLACEHOLDER = re.compile(r"[A-Z]+…?|…")


@cache
def read(document: str) -> str:
    return (ROOT / document).read_text(encoding="utf-8")


@cache
def prose(document: str) -> str:
    return _FENCE.sub("", read(document))


@cache
def quoted(document: str) -> tuple[str, ...]:
    """What stands between backticks in a line of prose."""
    return tuple(" ".join(each.split()) for each in _INLINE.findall(prose(document)))


@cache
def blocks(document: str) -> tuple[tuple[str, str], ...]:
    """The language and the text of every block of code."""
    return tuple((language, text) for _, _, language, text in _FENCE.findall(read(document)))


@cache
def anchors(path: Path) -> set[str]:
    """The headings of a document as GitHub's links name them."""
    headings = _HEADING.findall(_FENCE.sub("", path.read_text(encoding="utf-8")))
    return {re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in headings}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_link_leads_to_a_file_and_a_heading(document: str) -> None:
    broken = []
    for link in _LINK.findall(prose(document)):
        if re.match(r"[a-z]+:", link):
            continue
        name, _, anchor = link.partition("#")
        target = ((ROOT / document).parent / name if name else ROOT / document).resolve()
        if not target.exists() or (anchor and anchor not in anchors(target)):
            broken.append(link)
    assert broken == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_file_that_is_named_is_in_the_repository(document: str) -> None:
    named = {each for each in quoted(document) if _FOLDER.fullmatch(each)}
    named = {each for each in named if not _CHOSEN.search(each)}
    assert sorted(each for each in named if not (ROOT / each).exists()) == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_module_and_member_that_is_named_exists(document: str) -> None:
    named = {each for each in quoted(document) if _MODULE.fullmatch(each)}
    for language, text in blocks(document):
        if language == "python":
            for module, members in _IMPORT.findall(text):
                named |= {f"{module}:{member.strip()}" for member in members.split(",")}
    assert sorted(each for each in named if not resolves(each)) == []


@cache
def resolves(name: str) -> bool:
    try:
        pkgutil.resolve_name(name)
    except (ImportError, AttributeError):
        return False
    return True


def commands(document: str) -> Iterator[str]:
    """Every call of `graphmem` in a line of a shell block or between backticks."""
    for each in quoted(document):
        if re.match(r"graphmem\s", each):
            yield each
    for language, text in blocks(document):
        if language in _SHELLS:
            for line in text.splitlines():
                yield from re.findall(r"(?:^|\| |\$ |^\S+=\S+ )(graphmem [^|#]*)", line)


@cache
def program() -> tuple[Any, dict[str, Any]]:
    """The command line itself, and its commands, loaded, by name."""
    return typer.main.get_command(app), {entry.name: entry.loaded() for entry in Commands.entries}


def unknown(line: str) -> list[str]:
    """The words of a command line that the program does not know."""
    command, below = program()
    wrong: list[str] = []
    listed = False
    for word in shlex.split(line)[1:]:
        option = word.rstrip(",;").partition("=")[0]
        if option.startswith("-"):
            if option not in options(command):
                wrong.append(option)
        elif below and not _PLACEHOLDER.fullmatch(word):
            if word.rstrip(",") not in below:
                return [*wrong, word]
            listed = listed or word.endswith(",")  # of "db start, stop" every member is looked up
            if not listed:
                command = below[word]
                below = getattr(command, "commands", {})
    return wrong


def options(command: Any) -> set[str]:
    named = {each for one in command.params for each in (*one.opts, *one.secondary_opts)}
    return named | {"-h", "--help", "-", "--install-completion"}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_command_exists_with_its_options(document: str) -> None:
    assert {each: wrong for each in commands(document) if (wrong := unknown(each))} == {}


def test_a_wrong_command_or_option_is_seen() -> None:
    assert unknown("graphmem serach 'Where?'") == ["serach"]
    assert unknown("graphmem search 'Where?' --user ana --topk 3") == ["--topk"]
    assert unknown("graphmem db start, stopp") == ["stopp"]
    assert unknown("graphmem db start --heap 2g") == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_no_document_names_a_folder_of_one_machine(document: str) -> None:
    assert _MACHINE.findall(read(document)) == []


VERBS = {name for name in vars(Memory) if not name.startswith("_")}


def test_the_page_for_python_names_every_verb() -> None:
    named = set(re.findall(r"`(\w+)[.(]", prose("docs/python.md")))
    named |= set(re.findall(r", `(\w+)\(", prose("docs/python.md")))
    assert sorted(VERBS - named) == []


@cache
def keywords(verb: str) -> set[str] | None:
    """The names of a verb's arguments; None where any name is accepted."""
    names: set[str] = set()
    for name, parameter in inspect.signature(getattr(Memory, verb)).parameters.items():
        if parameter.kind is not parameter.VAR_KEYWORD:
            names.add(name)
        elif get_origin(hint := get_type_hints(getattr(AsyncMemory, verb)).get(name)) is Unpack:
            names |= set(get_type_hints(get_args(hint)[0]))
        else:
            return None
    return names


def calls(text: str) -> Iterator[tuple[str, list[str]]]:
    """Each call of a verb of `memory` with the names of its arguments."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = node.func.value
            if isinstance(owner, ast.Name) and owner.id == "memory":
                yield node.func.attr, [each.arg for each in node.keywords if each.arg]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_examples_in_python_call_verbs_by_their_names_and_arguments(document: str) -> None:
    wrong = []
    for language, text in blocks(document):
        if language == "python" and "tests.cassettes" not in text:
            for verb, given in calls(text):
                known = keywords(verb) if verb in VERBS else set()
                wrong += [(verb, name) for name in given if known is not None and name not in known]
                wrong += [(verb, "")] if verb not in VERBS else []
    assert wrong == []


def test_the_page_of_the_graph_names_every_label_and_relationship() -> None:
    page = read("docs/graph.md")
    named = set(re.findall(r"\b[A-Z]\w+\b", page))
    assert sorted((LABELS | TYPES) - named) == []
    types = {
        each
        for pattern in re.findall(r":([A-Z_|]+)[\]*{ ]", prose("docs/graph.md"))
        for each in pattern.split("|")
    }
    assert sorted(types - TYPES) == []
