"""The doctor: every finding with its remedy, and an exit code that tells wrong from not yet."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from importlib import metadata
from pathlib import Path

import pytest
from typer.testing import Result

from graphmem import bootstrap
from graphmem.cli import checks, live_checks, mending
from graphmem.cli.checks import Check, State
from graphmem.cli.live_checks import absent, embedding, examine, indexes, local_server, migrations, vectors
from graphmem.errors import LocalServerError, ServerUnavailable
from graphmem.settings import Settings
from graphmem.store.migrate import MigrationStatus
from graphmem.store.migrate import State as Standing
from graphmem.store.vocabulary import CONSTRAINTS, INDEXES, VECTOR_INDEXES

Run = Callable[..., Result]


def rows(dimensions: int = 384, **states: str) -> list[dict[str, object]]:
    """What `admin/indexes` gives of a whole schema, with some indexes in another state, or absent ("")."""
    vectors = {index.name for index in VECTOR_INDEXES}
    names = [index.name for index in (*CONSTRAINTS, *INDEXES)]
    return [
        {
            "name": name,
            "state": states.get(name, "ONLINE"),
            "options": {"indexConfig": {"vector.dimensions": dimensions} if name in vectors else {}},
        }
        for name in names
        if states.get(name) != ""
    ]


def settings_of(home: Path, **overrides: object) -> Settings:
    return bootstrap.load_settings({}, home=home, **overrides)


def test_a_package_that_is_missing_or_old_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    needed = ["numpy>=2,<3", "rich>=13", "absent>=1", "matplotlib>=3; extra == 'plot'"]
    versions = {"numpy": "1.26.4", "rich": "15.0.0"}

    def version(name: str) -> str:
        if name not in versions:
            raise metadata.PackageNotFoundError(name)
        return versions[name]

    monkeypatch.setattr(metadata, "requires", lambda name: needed)
    monkeypatch.setattr(metadata, "version", version)
    check = checks.packages()
    assert check.state is State.WRONG
    assert check.found == "numpy is 1.26.4, <3,>=2 is needed; absent is not installed"
    assert check.mend


def test_the_packages_of_these_tests_fit() -> None:
    assert checks.packages().state is State.OK


def test_a_fresh_home_is_worth_a_note_only(tmp_path: Path) -> None:
    found = local_server(settings_of(tmp_path / "new"), {})
    assert [(check.name, check.state) for check in found] == [
        ("home", State.OK),
        ("java", State.OK),
        ("neo4j files", State.NOTE),
    ]
    assert found[2].found.startswith("0 of 231 files intact")
    assert not (tmp_path / "new").exists()


def test_a_full_disk_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_checks.shutil, "disk_usage", lambda folder: type("U", (), {"free": 10**8})())
    room = local_server(settings_of(tmp_path), {})[0]
    assert (room.state, room.mend) == (
        State.WRONG,
        "free 1 GB, or set GRAPHMEM_HOME to a folder on another disk",
    )


def test_a_missing_java_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_java(environ: Mapping[str, str]) -> None:
        raise LocalServerError("No Java 21 or newer runs here")

    monkeypatch.setattr(live_checks, "find_java", no_java)
    assert local_server(settings_of(tmp_path), {})[1].state is State.WRONG


def test_a_model_that_is_not_downloaded_is_a_note(tmp_path: Path) -> None:
    embedder, check = asyncio.run(embedding(settings_of(tmp_path)))
    assert embedder is None
    assert (check.state, check.mend) == (State.NOTE, "graphmem doctor --fix")
    assert list(tmp_path.iterdir()) == []


async def test_an_unknown_embedder_is_wrong(tmp_path: Path) -> None:
    embedder, check = await embedding(settings_of(tmp_path, embedder="word2vec"))
    assert embedder is None
    assert check.state is State.WRONG
    assert "word2vec" in check.found


async def test_a_wrong_setting_ends_the_examination() -> None:
    found = [check async for check in examine({"GRAPHMEM_LOG_LEVEL": "loud"})]
    assert [(check.name, check.state) for check in found] == [("settings", State.WRONG)]
    assert "log_level" in found[0].found


async def test_a_server_that_is_away_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refused(settings: Settings, **options: object) -> None:
        raise ServerUnavailable("Neo4j cannot be reached")

    monkeypatch.setattr(bootstrap, "connect", refused)
    settings = settings_of(tmp_path, uri="bolt://127.0.0.1:1")
    found = [check async for check in live_checks.database(settings, None)]
    assert [(check.name, check.state, check.found) for check in found] == [
        ("server", State.WRONG, "Neo4j cannot be reached")
    ]


async def test_a_local_server_that_does_not_run_is_a_note(tmp_path: Path) -> None:
    found = [check async for check in live_checks.database(settings_of(tmp_path), None)]
    assert [(check.state, check.mend) for check in found] == [(State.NOTE, "graphmem db start")]
    assert found[0].found.startswith("no Neo4j is installed here yet; it starts by itself")


def standing(*states: Standing) -> list[MigrationStatus]:
    return [
        MigrationStatus(f"000{number}", "tables", f"V000{number}__tables.cypher", state)
        for number, state in enumerate(states, 1)
    ]


def test_migrations_that_are_still_to_come_are_a_note() -> None:
    assert migrations(standing(Standing.APPLIED, Standing.APPLIED)).state is State.OK
    check = migrations(standing(Standing.APPLIED, Standing.PENDING))
    assert (check.state, check.mend) == (State.NOTE, "graphmem migrate apply")
    assert check.found.startswith("1 of 2 migrations are still to come")


@pytest.mark.parametrize("state", [Standing.EDITED, Standing.UNKNOWN])
def test_migrations_that_were_edited_or_are_newer_are_wrong(state: Standing) -> None:
    assert migrations(standing(Standing.APPLIED, state)).state is State.WRONG


def test_indexes_that_are_all_online() -> None:
    assert indexes(rows()) == Check("indexes", State.OK, f"{len(CONSTRAINTS) + len(INDEXES)} are online")


def test_an_index_that_was_dropped_is_named() -> None:
    without = rows(turn_text="", turn_by_time="")
    assert absent(without) == ("turn_by_time", "turn_text")
    assert indexes(without) == Check(
        "indexes", State.WRONG, "missing: turn_by_time, turn_text", "graphmem doctor --fix"
    )
    assert indexes(without, pending=True).state is State.OK


def test_an_index_that_failed_is_wrong_and_one_that_fills_is_a_note() -> None:
    assert indexes(rows(turn_text="FAILED")).state is State.WRONG
    filling = indexes(rows(turn_text="POPULATING"))
    assert (filling.state, filling.found) == (
        State.NOTE,
        "turn_text is populating: they are being filled",
    )


def test_vectors_of_another_embedder_are_wrong() -> None:
    held = [{"embedder": "local:e5", "dimensions": 384}]
    assert vectors(held, rows(), ("local:e5", 384)).state is State.OK
    assert vectors(held, rows(), None).state is State.OK
    other = vectors(held, rows(), ("openai:large", 3072))
    assert other.state is State.WRONG
    assert other.found == (
        "the store holds vectors of local:e5 (384 dimensions), the embedder is openai:large (3072 dimensions)"
    )


def test_indexes_of_another_dimension_are_wrong() -> None:
    held = [{"embedder": "local:e5", "dimensions": 384}]
    check = vectors(held, rows(dimensions=768), ("local:e5", 384))
    assert check.state is State.WRONG
    assert "its indexes are built for 768" in check.found


def test_an_empty_store_is_a_note() -> None:
    assert vectors([], rows(), ("local:e5", 384)).state is State.NOTE


@pytest.fixture
def findings(monkeypatch: pytest.MonkeyPatch) -> list[Check]:
    found = [Check("server", State.NOTE, "it sleeps", "wake it")]

    async def examined(environ: Mapping[str, str]) -> AsyncIterator[Check]:
        for check in found:
            yield check

    monkeypatch.setattr(live_checks, "examine", examined)
    return found


def test_a_note_is_no_failure(run: Run, findings: list[Check]) -> None:
    result = run("doctor")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-2:] == ["! server      it sleeps", "              → wake it"]
    assert run("doctor", "--quiet").stdout == ""


def test_what_is_wrong_is_exit_code_1(run: Run, findings: list[Check]) -> None:
    findings.append(Check("schema", State.WRONG, "it is torn", "sew it"))
    result = run("doctor", "--quiet")
    assert result.exit_code == 1
    assert result.stdout.splitlines() == ["✗ schema      it is torn", "              → sew it"]


def test_the_findings_as_json(run: Run, findings: list[Check]) -> None:
    told = json.loads(run("doctor", "--json").stdout)
    assert told["ok"] is True
    assert told["checks"][-1] == {"name": "server", "state": "note", "found": "it sleeps", "mend": "wake it"}


def test_missing_packages_end_the_doctor_before_it_needs_them(
    run: Run, findings: list[Check], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checks, "packages", lambda: Check("packages", State.WRONG, "spacy is not installed"))
    result = run("doctor")
    assert result.exit_code == 1
    assert "it sleeps" not in result.stdout


def test_fix_mends_first_and_tells_when_it_cannot(
    run: Run, findings: list[Check], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refused(environ: Mapping[str, str], report: object) -> None:
        raise LocalServerError("no network")

    monkeypatch.setattr(mending, "mend", refused)
    result = run("doctor", "--fix")
    assert result.stderr == "Error: no network\n"
    assert "it sleeps" in result.stdout
