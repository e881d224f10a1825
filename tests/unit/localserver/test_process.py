"""Finding and ending the server's process, with a stand-in that only sleeps."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from graphmem.localserver.configuration import SERVER_CLASS
from graphmem.localserver.home import Home
from graphmem.localserver.process import end, find_process, last_words, was_killed


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home.at(tmp_path / "home")
    home.make_folders()
    return home


@pytest.fixture
def stand_in(home: Home) -> Iterator[subprocess.Popen[bytes]]:
    """A process whose command line is that of the home's server."""
    sleep = [sys.executable, "-c", "import time; time.sleep(60)"]
    with subprocess.Popen([*sleep, SERVER_CLASS, f"--home-dir={home.root}"]) as process:
        yield process
        process.kill()


def test_the_process_in_the_pid_file_is_found(home: Home, stand_in: subprocess.Popen[bytes]) -> None:
    home.pid_file.write_text(f"{stand_in.pid}\n")
    found = find_process(home)
    assert found is not None
    assert found.pid == stand_in.pid


@pytest.mark.parametrize(
    "content",
    [None, "", "not a number", "999999999", pytest.param(str(os.getpid()), id="of another program")],
)
def test_a_missing_damaged_or_stale_pid_file_does_not_hide_the_server(
    home: Home, stand_in: subprocess.Popen[bytes], content: str | None
) -> None:
    if content is not None:
        home.pid_file.write_text(content)
    found = find_process(home)
    assert found is not None
    assert found.pid == stand_in.pid


def test_a_pid_that_another_program_has_got_is_not_the_server(home: Home) -> None:
    home.pid_file.write_text(str(os.getpid()))
    assert find_process(home) is None
    assert was_killed(home)


def test_the_server_of_another_home_is_not_ours(
    home: Home, stand_in: subprocess.Popen[bytes], tmp_path: Path
) -> None:
    other = Home.at(tmp_path / "other")
    other.make_folders()
    other.pid_file.write_text(str(stand_in.pid))
    assert find_process(other) is None


def test_a_dead_server_that_nobody_waited_for_is_not_running(
    home: Home, stand_in: subprocess.Popen[bytes]
) -> None:
    home.pid_file.write_text(str(stand_in.pid))
    stand_in.kill()
    os.waitid(os.P_PID, stand_in.pid, os.WEXITED | os.WNOWAIT)  # dead, and left a zombie
    assert find_process(home) is None


def test_ending_asks_waits_and_removes_the_pid_file(home: Home, stand_in: subprocess.Popen[bytes]) -> None:
    home.pid_file.write_text(str(stand_in.pid))
    found = find_process(home)
    assert found is not None
    end(home, found)
    assert not found.is_running()
    assert not home.pid_file.exists()
    assert not was_killed(home)


def test_last_words_leave_out_stack_frames_and_old_lines(home: Home) -> None:
    lines = [f"line {number}" for number in range(20)]
    home.console_log.write_text(
        "\n".join([*lines, "Caused by: no room", "\tat org.neo4j.Some.method", "\t... 5 more"])
    )
    words = last_words(home).splitlines()
    assert words[-1] == "Caused by: no room"
    assert words[0] == "line 9"
    assert len(words) == 12


def test_without_a_log_there_are_no_last_words(home: Home) -> None:
    assert last_words(home) == "(it printed nothing)"
