"""The server's process: found, spawned, ended.

A pid alone proves nothing, since numbers are given out again: a process is the home's server only when its
command line names Neo4j and this home. The time of creation is no proof either; it moves with the clock.
"""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Iterator

import psutil

from graphmem.errors import LocalServerError
from graphmem.localserver.configuration import SERVER_CLASS
from graphmem.localserver.home import Home
from graphmem.localserver.install import Installation
from graphmem.localserver.record import write_whole

STOP_SECONDS = 120
QUOTED_LINES = 12


def find_process(home: Home) -> psutil.Process | None:
    """The running server of this home, or None. A stale or missing pid file does not hide it."""
    noted = _noted(home)
    if noted and _serves(noted, home):
        return noted
    return next((process for process in psutil.process_iter() if _serves(process, home)), None)


def was_killed(home: Home) -> bool:
    """True when the server noted in the pid file is gone without having been stopped."""
    return home.pid_file.exists() and find_process(home) is None


def _noted(home: Home) -> psutil.Process | None:
    try:
        return psutil.Process(int(home.pid_file.read_text(encoding="utf-8")))
    except (OSError, ValueError, psutil.Error):
        return None


def _serves(process: psutil.Process, home: Home) -> bool:
    try:
        words = process.cmdline()
        return (
            SERVER_CLASS in words
            and _home_argument(home) in words
            and process.status() != psutil.STATUS_ZOMBIE
        )
    except psutil.Error:
        return False


def _home_argument(home: Home) -> str:
    return f"--home-dir={home.root}"


def spawn(installation: Installation) -> psutil.Process:
    """Start the server in a session of its own, so that it outlives this Python, and note its pid."""
    home = installation.home
    if home.console_log.exists():
        home.console_log.replace(home.logs / "console.previous.log")
    command = [
        str(installation.java),
        f"@{installation.arguments}",
        SERVER_CLASS,
        _home_argument(home),
        f"--config-dir={home.conf}",
        "--console-mode",
    ]
    with home.console_log.open("wb") as log:
        child = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            env=installation.environ,
            cwd=home.root,
            start_new_session=True,
            umask=0o077,  # the store holds private conversations
        )
    write_whole(home.pid_file, f"{child.pid}\n")
    # Waits for as long as both live: a server that ends must not stay a zombie of this Python.
    threading.Thread(target=child.wait, name="neo4j-reaper", daemon=True).start()
    return psutil.Process(child.pid)


def end(home: Home, process: psutil.Process) -> None:
    """SIGTERM and wait: Neo4j writes a checkpoint and the next start is quick.

    Raises LocalServerError when it still runs after two minutes.
    """
    try:
        process.terminate()
        process.wait(STOP_SECONDS)
    except psutil.NoSuchProcess:
        pass
    except psutil.TimeoutExpired as error:
        raise LocalServerError(
            f"Neo4j (process {process.pid}) has not ended {STOP_SECONDS} s after it was asked to: wait and "
            "run `graphmem db stop` again, or end the process; what was committed is safe. "
            f"Its log: {home.console_log}"
        ) from error
    home.pid_file.unlink(missing_ok=True)


def last_words(home: Home) -> str:
    """The end of what the server printed, for an error message."""
    try:
        lines = home.console_log.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return "(it printed nothing)"
    return "\n".join(_told(lines[-200:])) or "(it printed nothing)"


def _told(lines: list[str]) -> Iterator[str]:
    """Without the stack frames, which push the reason out of sight."""
    words = [line for line in lines if line.strip() and not line.startswith(("\tat ", "\t... "))]
    yield from words[-QUOTED_LINES:]
