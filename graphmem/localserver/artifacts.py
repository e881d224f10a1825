"""The jars that graphmem needs: pinned by version and checksum, downloaded once, verified at every use.

A lock file names each artifact with its sha256 and size; what is not byte for byte that file is never used.
Jars are shared between homes, so the cache may be one for a whole machine.
"""

from __future__ import annotations

import errno
import hashlib
import shutil
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from filelock import FileLock, Timeout

from graphmem.errors import LocalServerError
from graphmem.localserver.lockfile import Artifact
from graphmem.localserver.maven import download_jar
from graphmem.localserver.progress import Progress, Report, silent

THREADS = 8
SPARE_BYTES = 64 * 2**20  # head room beyond the files themselves, so that a fetch never fills the disk
ATTEMPTS = 2  # a jar that arrives wrong is deleted and fetched once more


Download = Callable[[Artifact, Path, Callable[[int], None]], Path]
"""Fetch one artifact into a folder, telling each chunk's bytes, and return the file. Raises OSError."""


def is_intact(artifact: Artifact, path: Path) -> bool:
    """True when the file is there and is byte for byte what the lock names."""
    if not path.is_file() or path.stat().st_size != artifact.size:
        return False
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() == artifact.sha256


def fetch(
    artifacts: Sequence[Artifact],
    cache: Path,
    *,
    progress: Report = silent,
    download: Download = download_jar,
    step: str = "Downloading Neo4j",
) -> tuple[Path, ...]:
    """Put every artifact into the folder `cache`, verified, and return their paths in the same order.

    Files already there and intact are kept, damaged ones replaced; an interrupted fetch goes on where it
    stopped, file by file. Two processes may call this at once: one downloads, the other waits and checks.

    Raises LocalServerError: no network and not cached, wrong bytes twice, disk full.
    """
    if _broken(artifacts, cache):
        cache.mkdir(parents=True, exist_ok=True)
        with exclusive(cache / "fetch.lock", progress, "is downloading"):
            missing = _broken(artifacts, cache)
            _check_space(missing, cache)
            _Fetch(cache, missing, len(artifacts), download, progress, step).run()
    return tuple(cache / artifact.filename for artifact in artifacts)


def _broken(artifacts: Sequence[Artifact], cache: Path) -> list[Artifact]:
    with ThreadPoolExecutor(THREADS) as pool:  # hashing releases the interpreter lock
        intact = list(pool.map(lambda artifact: is_intact(artifact, cache / artifact.filename), artifacts))
    return [artifact for artifact, good in zip(artifacts, intact, strict=True) if not good]


@contextmanager
def exclusive(path: Path, progress: Report, waiting_for: str) -> Iterator[None]:
    """Hold the lock file `path` against other processes and threads; say so once when it has to wait."""
    lock = FileLock(path, thread_local=False)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        progress(Progress(f"Waiting for another process that {waiting_for}"))
        lock.acquire()
    try:
        yield
    finally:
        lock.release()


def _check_space(missing: Iterable[Artifact], cache: Path) -> None:
    needed = sum(artifact.size for artifact in missing) + SPARE_BYTES
    free = shutil.disk_usage(cache).free
    if free < needed:
        raise LocalServerError(
            f"{needed // 2**20} MB are needed in {cache} for the download but only {free // 2**20} MB "
            "are free: free some space, or set GRAPHMEM_HOME to a folder on another disk"
        )


@dataclass(slots=True)
class _Fetch:
    """One run over the missing artifacts: shared tally, shared staging folder."""

    cache: Path
    missing: Sequence[Artifact]
    wanted: int
    download: Download
    progress: Report
    step: str
    _received: dict[str, int] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def run(self) -> None:
        if not self.missing:
            return
        staging = self.cache / "partial"
        shutil.rmtree(staging, ignore_errors=True)  # left by a fetch that was killed
        self._count("", 0)
        pool = ThreadPoolExecutor(THREADS)
        try:
            futures = [pool.submit(self._one, artifact, staging) for artifact in self.missing]
            done, _ = wait(futures, return_when=FIRST_EXCEPTION)
            for future in done:
                future.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
            shutil.rmtree(staging, ignore_errors=True)

    def _one(self, artifact: Artifact, staging: Path) -> None:
        target = self.cache / artifact.filename
        target.unlink(missing_ok=True)
        for _ in range(ATTEMPTS):
            folder = staging / artifact.filename
            shutil.rmtree(folder, ignore_errors=True)
            self._received[artifact.filename] = 0
            received = self._receive(artifact, folder)
            if is_intact(artifact, received):
                received.replace(target)
                self._count(artifact.filename, artifact.size - self._received[artifact.filename])
                return
        raise LocalServerError(
            f"{artifact.filename} arrived {ATTEMPTS} times with other bytes than the lock file names (sha256 "
            f"{artifact.sha256}): a proxy or mirror on the way changes it; nothing of it was kept"
        )

    def _receive(self, artifact: Artifact, folder: Path) -> Path:
        try:
            return self.download(artifact, folder, lambda size: self._count(artifact.filename, size))
        except OSError as error:
            raise self._explained(artifact, error) from error

    def _count(self, filename: str, size: int) -> None:
        with self._lock:
            self._received[filename] = self._received.get(filename, 0) + size
            total = sum(artifact.size for artifact in self.missing)
            self.progress(Progress(self.step, min(sum(self._received.values()), total), total))

    def _explained(self, artifact: Artifact, error: OSError) -> LocalServerError:
        if error.errno == errno.ENOSPC:
            return LocalServerError(
                f"The disk of {self.cache} filled up during the download: free some space"
            )
        return LocalServerError(
            f"{artifact.filename} could not be downloaded and {len(self.missing)} of {self.wanted} files are "
            f"not yet in {self.cache}: check the network or the proxy settings and run the command again "
            f"(finished files are kept). Cause: {error}"
        )
