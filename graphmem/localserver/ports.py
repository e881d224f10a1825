"""Ports of the managed server: found once, written down, kept."""

from __future__ import annotations

import hashlib
import os
import socket
from pathlib import Path

import psutil

from graphmem.errors import LocalServerError

LOOPBACK = "127.0.0.1"
FIRST, COUNT = 20_000, 12_000  # below the ranges that systems hand to outgoing connections
STEPS = 200


def find_free_ports(root: Path) -> tuple[int, int]:
    """Two free loopback ports; where the search begins depends on the home, so that two homes rarely meet.

    Raises LocalServerError when there are none.
    """
    begin = int.from_bytes(hashlib.sha256(str(root).encode()).digest()[:4], "big")
    candidates = (FIRST + (begin + step) % COUNT for step in range(STEPS))
    free = filter(is_free, candidates)
    try:
        return next(free), next(free)
    except StopIteration:
        raise LocalServerError(
            f"No free port was found on {LOOPBACK}: end a program that listens there"
        ) from None


def is_free(port: int) -> bool:
    """True when a server could listen on this loopback port now."""
    with socket.socket() as probe:
        if os.name == "posix":  # as the server does: connections of a killed server linger and do not matter
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError:
            return False
        return True


def refuse_taken(ports: tuple[int, ...]) -> None:
    """Raise LocalServerError when another program listens on one of the home's ports."""
    for port in ports:
        if not is_free(port):
            raise LocalServerError(
                f"Port {port}, which this home's Neo4j uses, is taken by {_listener(port)}: end that "
                "program, or run `graphmem db start --new-ports` (saved connections then need the new port)"
            )


def _listener(port: int) -> str:
    try:
        pids = [c.pid for c in psutil.net_connections("tcp") if c.laddr and c.laddr.port == port and c.pid]
        return f"{psutil.Process(pids[0]).name()} (process {pids[0]})"
    except (psutil.Error, IndexError, OSError):
        return "another program"
