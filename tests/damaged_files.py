"""Exports with random damage, file after file: `python -m tests.damaged_files --files 5000 --seed 1`.

A reader may refuse a damaged file with an InputError, or read it; it never raises anything else. What it reads has
to hold every message that was not damaged, or it has to say that something is missing: by a conversation that is
named as damaged, by a count of what was left out, or by a warning.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from graphmem.errors import InputError
from graphmem.importers import read
from tests.unit.importers.exports import FORMS, Form, made_up

MESSAGES = 24
_VALUES: tuple[Any, ...] = (
    None,
    "",
    0,
    -1,
    10**30,
    1.5,
    True,
    [],
    {},
    [None],
    {"a": {}},
    "x" * 400,
    "\x00",
    "\u200b",
)


def damaged(content: bytes, random: Random) -> bytes:
    """The same file with one to three faults, in its JSON where it is JSON, else in its bytes."""
    text = content.decode()
    for _ in range(random.randint(1, 3)):
        kind = random.choice((_in_json, _in_json, _cut, _line, _bytes))
        text = kind(text, random)
    return text.encode("utf-8", "surrogatepass")


def _in_json(text: str, random: Random) -> str:
    try:
        document = json.loads(text)
    except ValueError:
        lines = text.split("\n")
        at = random.randrange(len(lines))
        try:
            lines[at] = json.dumps(_changed(json.loads(lines[at]), random), ensure_ascii=False)
        except ValueError:
            return _line(text, random)
        return "\n".join(lines)
    return json.dumps(_changed(document, random), ensure_ascii=False)


def _changed(document: Any, random: Random) -> Any:
    places = list(_places(document))
    if not places:
        return random.choice(_VALUES)
    owner, key = random.choice(places)
    fault = random.randrange(4)
    if fault == 0:
        del owner[key]
    elif fault == 1 and isinstance(owner, dict):
        owner[f"{key}X"] = owner.pop(key)
    else:
        owner[key] = random.choice(_VALUES)
    return document


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in list(inner):
        yield value, key
        yield from _places(each)


def _cut(text: str, random: Random) -> str:
    return text[: random.randrange(len(text) + 1)]


def _line(text: str, random: Random) -> str:
    lines = text.split("\n")
    at = random.randrange(len(lines))
    fault: Callable[[], list[str]] = random.choice(
        (
            lambda: lines[:at] + lines[at + 1 :],
            lambda: [*lines[:at], lines[at], *lines[at:]],
            lambda: [*lines[:at], "?? " + lines[at], *lines[at + 1 :]],
            lambda: [*lines[:at], lines[at][: len(lines[at]) // 2], *lines[at + 1 :]],
        )
    )
    return "\n".join(fault())


def _bytes(text: str, random: Random) -> str:
    at = random.randrange(len(text) + 1)
    return (
        text[:at]
        + random.choice(("\x00", "\u200e", '"', "}", "]", ",", ":", "\n", "\ud800", "ß"))
        + text[at + 1 :]
    )


def fault(form: Form, folder: Path, random: Random) -> str | None:
    """What went wrong with one damaged file; None where nothing did."""
    messages = made_up(MESSAGES, people=form.people, seed=random.randrange(100))
    content = form.write(messages)
    before = content if isinstance(content, bytes) else content.encode()
    after = damaged(before, random)
    path = folder / form.file
    path.write_bytes(after)
    try:
        reading = read(path)
        found = {one.content for each in reading for one in each.messages}
    except InputError:
        return None
    except Exception:
        return traceback.format_exc(limit=-4)
    whole = after.decode("utf-8", "replace")
    left = [each.text for each in messages if _stands(each.text, whole) and each.text not in found]
    joined = "".join("".join(found).split())  # a text may have been parted at its empty lines
    lost = [text for text in left if "".join(text.split()) not in joined]
    notes = reading.notes
    told = notes.damaged or notes.warnings() or any(what not in _USUAL for what in notes.left_out)
    if len(lost) > MESSAGES // 4 and not told:
        return f"{len(lost)} of {MESSAGES} messages are gone without a word, such as {lost[0]!r}"
    return None


_USUAL = {"notices of the messenger", "events that say nothing (settings, snapshots, counts, reasoning)"}


def _stands(text: str, whole: str) -> bool:
    return text in whole or json.dumps(text, ensure_ascii=False)[1:-1] in whole


def main() -> int:
    """Damage files of every form; print what is found, and end with 1 where something is."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--files", type=int, default=5000, help="damaged files of every form")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--form", choices=[*FORMS], help="this one only")
    given = parser.parse_args()
    findings = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in [given.form] if given.form else FORMS:
            found: dict[str, int] = {}
            for number in range(given.files):
                seed = given.seed * 1_000_000 + number
                wrong = fault(FORMS[name], Path(folder), Random(seed))
                if wrong:
                    found.setdefault(wrong.splitlines()[-1][:60], seed)
            sys.stdout.write(f"{name}: {given.files} files, {len(found)} findings\n")
            for what, seed in found.items():
                sys.stdout.write(f"  {what} (seed {seed})\n")
            findings += len(found)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
