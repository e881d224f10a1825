"""Readers of the public gold for time expressions: Recognizers-Text (JSON) and timenorm (TSV)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from graphmem.errors import InputError

HEADLINE = ("recognizers/DateParser", "recognizers/DatePeriodParser", "timenorm/train", "timenorm/test")
BESIDE = (
    "recognizers/DateTimeParser",
    "recognizers/DateTimePeriodParser",
    "recognizers/DurationParser",
    "recognizers/DateTimeModel",
)
HELD_OUT = "timenorm/test"
"""Nothing was ever looked up in it to write a rule. Its expressions were seen, without what is made of them,
when the kinds of `temporal_kinds` were defined; in the other headline files missing rules were looked for."""
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Bounds:
    """A gold interval in local time; None on an open side. point: only the start counts (a clock time)."""

    start: datetime | None
    end: datetime | None
    point: bool = False


@dataclass(frozen=True, slots=True)
class GoldRow:
    """One expression of the gold.

    start, end: its character offsets in text. answers: every one of them is right; Recognizers gives a
    future and a past reading. timex: the value that must be met where there is no interval, else "".
    seconds: for durations. impossible: the gold says that there is no such day.
    """

    source: str
    text: str
    start: int
    end: int
    said_at: datetime | None
    answers: tuple[Bounds, ...] = ()
    timex: str = ""
    seconds: float | None = None
    impossible: bool = False

    @property
    def expression(self) -> str:
        return self.text[self.start : self.end]


def read_gold(folder: Path, source: str) -> tuple[GoldRow, ...]:
    """The rows of one source, named by its path without the suffix; InputError when it is not there."""
    kind, name = source.split("/")
    path = folder / kind / (name + (".json" if kind == "recognizers" else ".tsv"))
    if not path.is_file():
        raise InputError(f"{path} is missing: pass the folder that holds recognizers/ and timenorm/")
    return tuple(_recognizers(path, source) if kind == "recognizers" else _timenorm(path, source))


def _timenorm(path: Path, source: str) -> Iterator[GoldRow]:
    """Blocks of expression, type, value; the first row of a block is its anchor and no question."""
    anchor: datetime | None = None
    for line in path.read_text(encoding="utf-8").splitlines():
        fields = line.strip().split("\t")
        if len(fields) < 3:
            anchor = None
        elif anchor is None:
            anchor = datetime.fromisoformat(fields[2]).replace(tzinfo=UTC)
        else:
            yield GoldRow(source, fields[0], 0, len(fields[0]), anchor, timex=fields[2])


def _recognizers(path: Path, source: str) -> Iterator[GoldRow]:
    """One row for each result; inputs in which the parser in question should find nothing give none."""
    for case in json.loads(path.read_text(encoding="utf-8-sig")):
        stamp = case.get("Context", {}).get("ReferenceDateTime")
        said_at = datetime.fromisoformat(stamp[:19]).replace(tzinfo=UTC) if stamp else None
        for result in case["Results"]:
            first = result["Start"]
            last = result["End"] + 1 if "End" in result else first + result["Length"]
            answers = _answers(result)
            if answers is not None:
                yield GoldRow(source, case["Input"], first, last, said_at, **answers)


def _answers(result: dict[str, Any]) -> dict[str, Any] | None:
    """The fields of GoldRow that say what is right; None for kinds that this benchmark does not ask for."""
    if "Resolution" in result:
        return _model_answers(result)
    value = result["Value"]
    found = [value["FutureResolution"], value["PastResolution"]]
    if result["Type"] == "duration":
        return {"seconds": float(found[0]["duration"])}
    if not found[0]:
        return {"timex": value["Timex"]}
    bounds = [_bounds(one, result["Type"]) for one in found]
    answers = tuple(one for one in bounds if one is not None)
    return {"answers": answers, "impossible": not answers}


def _model_answers(result: dict[str, Any]) -> dict[str, Any] | None:
    kind = result.get("TypeName", "timezone").removeprefix("datetimeV2.")
    values = result["Resolution"]["values"]
    if kind in {"time", "timerange", "timezone", "datetimealt"}:
        return None
    if values[0].get("value") == "not resolved":
        return {"timex": values[0]["timex"]}
    if kind == "duration":
        return {"seconds": float(values[0]["value"])}
    keys = {"value": "dateTime" if kind == "datetime" else "date", "start": "startDate", "end": "endDate"}
    found = [{keys[key]: text for key, text in one.items() if key in keys} for one in values]
    answers = tuple(one for one in (_bounds(value, kind) for value in found) if one is not None)
    return {"answers": answers, "impossible": not answers}


def _bounds(found: dict[str, str], kind: str) -> Bounds | None:
    """A reading of the gold; None when its date does not exist ("0001-01-01", "2016-11-31")."""
    try:
        moments = {key: datetime.fromisoformat(text) for key, text in found.items()}
    except ValueError:
        return None
    if any(moment.year == 1 for moment in moments.values()):
        return None
    if "date" in moments:
        return Bounds(moments["date"], moments["date"] + _DAY)
    if "dateTime" in moments:
        return Bounds(moments["dateTime"], None, point=True)
    start = moments.get("startDate") or moments.get("startDateTime")
    end = moments.get("endDate") or moments.get("endDateTime")
    return Bounds(start, end) if start or end else None
