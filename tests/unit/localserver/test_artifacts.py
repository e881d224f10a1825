"""Fetching pinned jars: what is kept, what is fetched again, what is an error."""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest

from graphmem.errors import LocalServerError
from graphmem.localserver.artifacts import exclusive, fetch
from graphmem.localserver.lockfile import Artifact, parse_lock, read_lock
from graphmem.localserver.progress import Progress, silent

CONTENTS = {"one": b"first jar", "two": b"second jar, longer"}


def artifact(name: str) -> Artifact:
    content = CONTENTS[name]
    return Artifact("org.example", name, "1.0", "", hashlib.sha256(content).hexdigest(), len(content))


class Repository:
    """A repository in memory. `served` may differ from what the lock names; calls are counted."""

    def __init__(self, **served: bytes) -> None:
        self.served = {**CONTENTS, **served}
        self.calls: list[str] = []

    def __call__(self, wanted: Artifact, folder: Path, received: Callable[[int], None]) -> Path:
        self.calls.append(wanted.artifact)
        folder.mkdir(parents=True)
        target = folder / "download"
        target.write_bytes(self.served[wanted.artifact])
        received(len(self.served[wanted.artifact]))
        return target


def both() -> list[Artifact]:
    return [artifact("one"), artifact("two")]


def test_every_jar_arrives_under_its_name_in_the_order_asked_for(tmp_path: Path) -> None:
    paths = fetch(both(), tmp_path, download=Repository())
    assert [path.name for path in paths] == ["one-1.0.jar", "two-1.0.jar"]
    assert [path.read_bytes() for path in paths] == [b"first jar", b"second jar, longer"]
    assert not (tmp_path / "partial").exists()


def test_what_is_cached_is_not_fetched_again(tmp_path: Path) -> None:
    fetch(both(), tmp_path, download=Repository())
    again = Repository()
    fetch(both(), tmp_path, download=again)
    assert again.calls == []


def test_an_interrupted_fetch_goes_on_where_it_stopped(tmp_path: Path) -> None:
    fetch([artifact("one")], tmp_path, download=Repository())
    (tmp_path / "partial" / "two-1.0.jar").mkdir(parents=True)
    (tmp_path / "partial" / "two-1.0.jar" / "download").write_bytes(b"seco")
    rest = Repository()
    fetch(both(), tmp_path, download=rest)
    assert rest.calls == ["two"]


@pytest.mark.parametrize("damage", [b"first jaR", b"first", b""])
def test_a_damaged_cached_jar_is_replaced(tmp_path: Path, damage: bytes) -> None:
    fetch(both(), tmp_path, download=Repository())
    (tmp_path / "one-1.0.jar").write_bytes(damage)
    repair = Repository()
    fetch(both(), tmp_path, download=repair)
    assert repair.calls == ["one"]
    assert (tmp_path / "one-1.0.jar").read_bytes() == b"first jar"


def test_a_jar_that_arrives_wrong_twice_is_an_error_and_is_not_kept(tmp_path: Path) -> None:
    liar = Repository(one=b"other bytes")
    with pytest.raises(LocalServerError, match=r"one-1\.0\.jar arrived 2 times with other bytes") as raised:
        fetch([artifact("one")], tmp_path, download=liar)
    assert "proxy or mirror" in str(raised.value)
    assert liar.calls == ["one", "one"]
    assert list(tmp_path.glob("**/*.jar")) == []


def test_a_jar_that_arrives_wrong_once_is_fetched_once_more(tmp_path: Path) -> None:
    repository = Repository(one=b"cut off")

    def healing(wanted: Artifact, folder: Path, received: Callable[[int], None]) -> Path:
        path = repository(wanted, folder, received)
        repository.served["one"] = CONTENTS["one"]
        return path

    fetch([artifact("one")], tmp_path, download=healing)
    assert repository.calls == ["one", "one"]


def test_no_network_and_nothing_cached_says_how_much_is_missing_and_what_to_do(tmp_path: Path) -> None:
    fetch([artifact("one")], tmp_path, download=Repository())

    def unreachable(wanted: Artifact, folder: Path, received: Callable[[int], None]) -> Path:
        raise ConnectionError("name or service not known")

    with pytest.raises(LocalServerError) as raised:
        fetch(both(), tmp_path, download=unreachable)
    assert str(raised.value) == (
        f"two-1.0.jar could not be downloaded and 1 of 2 files are not yet in {tmp_path}: check the network "
        "or the proxy settings and run the command again (finished files are kept). "
        "Cause: name or service not known"
    )


def test_without_network_a_full_cache_is_enough(tmp_path: Path) -> None:
    fetch(both(), tmp_path, download=Repository())

    def unreachable(wanted: Artifact, folder: Path, received: Callable[[int], None]) -> Path:
        raise ConnectionError("no network")

    assert len(fetch(both(), tmp_path, download=unreachable)) == 2


def test_too_little_disk_is_an_error_before_anything_is_fetched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=10 * 2**20))
    repository = Repository()
    with pytest.raises(LocalServerError, match=r"64 MB are needed in .* only 10 MB are free"):
        fetch(both(), tmp_path, download=repository)
    assert repository.calls == []


def test_a_disk_that_fills_up_meanwhile_is_named(tmp_path: Path) -> None:
    def filling(wanted: Artifact, folder: Path, received: Callable[[int], None]) -> Path:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with pytest.raises(LocalServerError, match="filled up during the download: free some space"):
        fetch(both(), tmp_path, download=filling)


def test_progress_counts_bytes_up_to_the_total(tmp_path: Path) -> None:
    told: list[Progress] = []
    fetch(both(), tmp_path, download=Repository(), progress=told.append, step="Downloading")
    assert told[0] == Progress("Downloading", 0, 27)
    assert told[-1] == Progress("Downloading", 27, 27)
    assert [p.done for p in told] == sorted(p.done for p in told)


def test_two_fetches_at_once_download_each_jar_once(tmp_path: Path) -> None:
    repository = Repository()
    with ThreadPoolExecutor(2) as pool:
        for future in [pool.submit(fetch, both(), tmp_path, download=repository) for _ in range(2)]:
            assert len(future.result()) == 2
    assert sorted(repository.calls) == ["one", "two"]


def test_who_waits_for_another_process_says_so(tmp_path: Path) -> None:
    told: list[Progress] = []
    waiting = threading.Event()

    def tell(progress: Progress) -> None:
        told.append(progress)
        waiting.set()

    def second() -> None:
        with exclusive(tmp_path / "lock", tell, "is downloading"):
            pass

    with exclusive(tmp_path / "lock", silent, "is downloading"):
        thread = threading.Thread(target=second)
        thread.start()
        assert waiting.wait(10)
    thread.join(10)
    assert told == [Progress("Waiting for another process that is downloading")]


def test_a_lock_line_may_have_a_classifier() -> None:
    text = "# comment\n\norg.a:b:1.0 aa 3\norg.a:b:1.0:linux-x86_64 bb 4\n"
    plain, native = parse_lock(text)
    assert plain == Artifact("org.a", "b", "1.0", "", "aa", 3)
    assert native == Artifact("org.a", "b", "1.0", "linux-x86_64", "bb", 4)
    assert native.filename == "b-1.0-linux-x86_64.jar"


def test_the_server_lock_names_231_jars_with_names_of_their_own() -> None:
    artifacts = read_lock("neo4j.lock")
    assert len(artifacts) == 231
    assert len({a.filename for a in artifacts}) == 231
    assert {len(a.sha256) for a in artifacts} == {64}
    assert sum(a.size for a in artifacts) == 176_061_082
