"""A year of two people and their assistant, written for graphmem: what the demo remembers and is asked about.

Maya and Jonas talk with each other and with Iris in ten sessions of 2026, mostly in English with some German,
French and Spanish. They change their minds (a bike, a city, a holiday), speak of two women called Anna, and
say "last Saturday" and "next month" as people do.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.resources import as_file, files

from graphmem.importers.files import read
from graphmem.model.turn import Conversation

__all__ = ["SampleQuestion", "sample", "sample_questions"]


@dataclass(frozen=True, slots=True)
class SampleQuestion:
    """A question about the sample.

    kind: what makes it worth asking, such as "a change of mind".
    evidence: ids of the messages each of which proves the answer; only tests look at them, memory never does.
    """

    kind: str
    question: str
    evidence: tuple[str, ...]


def sample() -> tuple[Conversation, ...]:
    """The ten sessions of the user "demo", in order."""
    with as_file(files(__name__) / "conversation.json") as path:
        return tuple(read(path, format="json"))


def sample_questions() -> tuple[SampleQuestion, ...]:
    """Six questions of different kinds, in the order in which the demo asks them."""
    listed = json.loads((files(__name__) / "questions.json").read_text(encoding="utf-8"))
    return tuple(SampleQuestion(one["kind"], one["question"], tuple(one["evidence"])) for one in listed)
