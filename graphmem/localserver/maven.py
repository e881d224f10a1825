"""One jar from the Maven repositories that jgo knows, by its pure-Python resolver.

A mirror is set in jgo's own settings file (its [repositories] section) and is tried first.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from jgo.config import GlobalSettings
from jgo.maven import MavenContext, PythonResolver

from graphmem.localserver.lockfile import Artifact

TRIES = 3
TIMEOUT_SECONDS = 30


def download_jar(artifact: Artifact, folder: Path, received: Callable[[int], None]) -> Path:
    """Download into `folder` and return the file, unverified. received: called with each chunk's bytes.

    A network error is retried twice, one and two seconds later. Raises OSError when it stays.
    """
    for attempt in range(1, TRIES + 1):
        try:
            return _resolve(artifact, folder / str(attempt), received)
        except OSError:  # requests' errors are OSErrors
            if attempt == TRIES:
                raise
            time.sleep(attempt)
        except RuntimeError as error:  # jgo's word for "no repository has it"
            raise FileNotFoundError(str(error)) from error
    raise AssertionError("unreachable")


def _resolve(artifact: Artifact, folder: Path, received: Callable[[int], None]) -> Path:
    @contextmanager
    def chunks(_name: str, _total: int) -> Iterator[Callable[[int], None]]:
        yield received

    context = MavenContext(
        repo_cache=folder,
        resolver=PythonResolver(progress_callback=chunks),
        timeout=TIMEOUT_SECONDS,
    )
    mirrors = GlobalSettings.load().repositories
    context.remote_repos = {
        **mirrors,
        **context.remote_repos,
        **mirrors,
    }  # mirrors first, and they win by name
    component = context.project(artifact.group, artifact.artifact).at_version(artifact.version)
    return Path(component.artifact(classifier=artifact.classifier, packaging="jar").resolve())
