"""Is the server there? Asked with a real query, since a database may be called online and answer nothing."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

import neo4j
from neo4j.exceptions import AuthError, DriverError, Neo4jError

from graphmem.errors import LocalServerError
from graphmem.localserver.home import Home
from graphmem.localserver.ports import LOOPBACK
from graphmem.localserver.process import last_words
from graphmem.localserver.progress import Progress, Report

START_SECONDS = 180  # recovery after a kill with 60,000 fresh vectors took 44 s on two cores
POLL_SECONDS = 0.2
QUIET_SECONDS = 12  # a start on an orderly store takes less on an idle machine


class Answer(Enum):
    """What a server said to a query."""

    YES = "yes"
    NOT_YET = "not yet"
    WRONG_PASSWORD = "wrong password"


@dataclass(frozen=True, slots=True)
class Bolt:
    """How to reach the server of a home."""

    port: int
    username: str
    password: str
    database: str

    @property
    def uri(self) -> str:
        return f"bolt://{LOOPBACK}:{self.port}"


def ask(bolt: Bolt) -> Answer:
    """Run one query. Never raises for a server that is absent, starting or ailing."""
    try:
        socket.create_connection((LOOPBACK, bolt.port), timeout=1).close()  # cheaper than a driver's attempt
        with (
            neo4j.GraphDatabase.driver(
                bolt.uri, auth=(bolt.username, bolt.password), connection_timeout=5.0, telemetry_disabled=True
            ) as driver,
            driver.session(database=bolt.database) as session,
        ):
            session.run("RETURN 1").consume()
    except AuthError:
        return Answer.WRONG_PASSWORD
    except (DriverError, Neo4jError, OSError):
        return Answer.NOT_YET
    return Answer.YES


def wait_until_ready(
    home: Home, bolt: Bolt, alive: Callable[[], bool], *, recovering: bool, progress: Report
) -> None:
    """Return once a query is answered.

    alive: whether the process still runs. recovering: the last server of this store was killed.
    Raises LocalServerError: the process ended (with its last words), wrong password, no answer in 180 s.
    """
    began = time.monotonic()
    while (waited := time.monotonic() - began) < START_SECONDS:
        running = alive()  # before the question: one that dies in between is seen in the next round
        answer = ask(bolt)
        if answer is Answer.YES:
            return
        if answer is Answer.WRONG_PASSWORD:
            raise LocalServerError(
                f"Neo4j refuses the password in {home.password_file}: if it was changed elsewhere, write the "
                "new one into that file"
            )
        if not running:
            raise LocalServerError(
                f"Neo4j ended while it was starting. It said:\n{last_words(home)}\n"
                f"Its logs are in {home.logs}"
            )
        progress(Progress(_step(waited, recovering)))
        time.sleep(POLL_SECONDS)
    raise LocalServerError(
        f"Neo4j does not answer {START_SECONDS} s after its start. It may still be recovering a large store: "
        f"run the command again to go on waiting, or see {home.logs}"
    )


def _step(waited: float, recovering: bool) -> str:
    if recovering:
        return f"Neo4j was not stopped last time and is recovering what was committed ({waited:.0f} s)"
    if waited > QUIET_SECONDS:
        return f"Neo4j is still starting ({waited:.0f} s)"
    return "Starting Neo4j"
