"""The public data sets, which their licences keep out of this repository."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


def public_data(name: str) -> Path:
    """A file or folder of the data sets; the test is skipped, with the reason, where it is absent.

    They are looked for in the folder that GRAPHMEM_DATA names, else in ../shared/data beside the repository.
    """
    named = os.environ.get("GRAPHMEM_DATA")
    folder = Path(named) if named else Path(__file__).parents[2] / "shared" / "data"
    if not (folder / name).exists():
        pytest.skip(f"{name} is not in {folder}; set GRAPHMEM_DATA to the folder that holds it")
    return folder / name
