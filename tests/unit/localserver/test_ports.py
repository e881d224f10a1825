"""Ports: free ones are found, taken ones are refused with advice."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from graphmem.errors import LocalServerError
from graphmem.localserver import ports
from graphmem.localserver.ports import find_free_ports, is_free, refuse_taken


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


def test_found_ports_are_two_and_free_and_below_the_ephemeral_ones(tmp_path: Path) -> None:
    bolt, http = find_free_ports(tmp_path)
    assert bolt != http
    assert is_free(bolt)
    assert is_free(http)
    assert 20_000 <= min(bolt, http) <= max(bolt, http) < 32_000


def test_a_taken_port_is_passed_over(tmp_path: Path) -> None:
    first, second = find_free_ports(tmp_path)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", first))
        listener.listen()
        assert find_free_ports(tmp_path)[0] == second


def test_homes_begin_their_search_at_different_ports() -> None:
    assert find_free_ports(Path("/home/ann"))[0] != find_free_ports(Path("/home/ben"))[0]


def test_no_free_port_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ports, "is_free", lambda port: False)
    with pytest.raises(LocalServerError, match=r"No free port was found on 127\.0\.0\.1"):
        find_free_ports(tmp_path)


def test_a_taken_port_is_refused_naming_the_port_and_what_to_do(taken: int) -> None:
    with pytest.raises(LocalServerError) as raised:
        refuse_taken((taken,))
    assert f"Port {taken}, which this home's Neo4j uses, is taken by " in str(raised.value)
    assert f"(process {os.getpid()})" in str(raised.value)
    assert "`graphmem db start --new-ports`" in str(raised.value)
