"""The tiny model, once for these tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tiny_model import tiny_model


@pytest.fixture(scope="module")
def tiny_url(download_cache: Path) -> Iterator[str]:
    """Base URL of the tiny model's server."""
    with tiny_model(download_cache) as url:
        yield url
