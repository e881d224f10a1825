"""The doctor's first look: what the others need. It imports nothing that may be missing."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from enum import StrEnum
from importlib import metadata

from packaging.requirements import Requirement


class State(StrEnum):
    """note: worth knowing, mends itself on first use; wrong: graphmem cannot work like this."""

    OK = "ok"
    NOTE = "note"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Check:
    """What was looked at, what was found, and how to mend it."""

    name: str
    state: State
    found: str
    mend: str = ""


def versions() -> Check:
    """Of Python and graphmem."""
    return Check(
        "versions", State.OK, f"graphmem {metadata.version('graphmem')}, Python {sys.version.split()[0]}"
    )


def packages(distribution: str = "graphmem") -> Check:
    """Whether what the package needs is installed in versions that it works with."""
    requirements = [Requirement(line) for line in metadata.requires(distribution) or ()]
    needed = [each for each in requirements if not each.marker or each.marker.evaluate({"extra": ""})]
    unmet = [told for each in needed if (told := _unmet(each))]
    if unmet:
        return Check("packages", State.WRONG, "; ".join(unmet), "pip install --upgrade graphmem")
    return Check("packages", State.OK, f"{len(needed)} of {len(needed)} are there, in versions that fit")


def _unmet(requirement: Requirement) -> str:
    try:
        found = metadata.version(requirement.name)
    except metadata.PackageNotFoundError:
        return f"{requirement.name} is not installed"
    fits = requirement.specifier.contains(found, prereleases=True)
    return "" if fits else f"{requirement.name} is {found}, {requirement.specifier} is needed"
