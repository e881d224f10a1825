"""Lock files: which jars graphmem uses, each with its checksum and size."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources


@dataclass(frozen=True, slots=True)
class Artifact:
    """One jar of the lock file. size: bytes; classifier: empty for most."""

    group: str
    artifact: str
    version: str
    classifier: str
    sha256: str
    size: int

    @property
    def filename(self) -> str:
        """Name of the jar in the cache; the lock's names are unique (a test holds that)."""
        tail = f"-{self.classifier}" if self.classifier else ""
        return f"{self.artifact}-{self.version}{tail}.jar"


def read_lock(name: str) -> tuple[Artifact, ...]:
    """The artifacts of a lock file that ships beside this module (`neo4j.lock`, `models.lock`)."""
    text = resources.files("graphmem.localserver").joinpath(name).read_text(encoding="utf-8")
    return parse_lock(text)


def parse_lock(text: str) -> tuple[Artifact, ...]:
    """Read lines of `group:artifact:version[:classifier] sha256 bytes`; `#` starts a comment line."""
    rows = (line.split() for line in text.splitlines() if line.strip() and not line.startswith("#"))
    return tuple(_artifact(*row) for row in rows)


def _artifact(coordinates: str, sha256: str, size: str) -> Artifact:
    group, artifact, version, *classifier = coordinates.split(":")
    return Artifact(group, artifact, version, classifier[0] if classifier else "", sha256, int(size))
