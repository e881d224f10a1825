"""neo4j.conf and Java's options."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphmem.errors import ConfigError
from graphmem.localserver.configuration import ServerOptions, java_arguments, neo4j_conf, size_in_bytes
from graphmem.localserver.home import Home
from graphmem.localserver.java import Java
from graphmem.localserver.record import ServerRecord

JDK = Java(Path("/jdk/bin/java"), 25, vector=False)


def settings() -> dict[str, str]:
    text = neo4j_conf(
        Home.at(Path("/h")), ServerRecord(20001, 20002, "2026.09.0"), ServerOptions(page_cache="1g")
    )
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return dict(line.split("=", 1) for line in lines)


def test_the_server_listens_on_the_loopback_alone_and_advertises_its_ports() -> None:
    conf = settings()
    assert conf["server.default_listen_address"] == "127.0.0.1"
    assert conf["server.bolt.listen_address"] == conf["server.bolt.advertised_address"] == "127.0.0.1:20001"
    assert conf["server.http.listen_address"] == conf["server.http.advertised_address"] == "127.0.0.1:20002"
    assert conf["server.directories.data"] == "/h/data"
    assert conf["server.memory.pagecache.size"] == "1g"


def test_nothing_is_reported_to_anyone() -> None:
    conf = settings()
    names = ("server.fleet_discovery.enabled", "dbms.fleet_manager.enabled", "client.allow_telemetry")
    assert [conf[name] for name in (*names, "dbms.usage_report.enabled")] == ["false"] * 4
    policy = conf["dbms.security.http_static_content_security_policy_header"]
    assert "connect-src 'self' ws://127.0.0.1:* ws://localhost:*" in policy
    assert "https:" not in policy


def test_java_gets_memory_flags_and_a_quoted_class_path() -> None:
    options = ServerOptions(heap_initial="1g", heap_max="2g", java_flags=("-XX:+UseSerialGC",))
    text = java_arguments(JDK, [Path("/a b/one.jar"), Path("/a b/two.jar")], options)
    assert text.splitlines()[:2] == ["-Xms1g", "-Xmx2g"]
    assert text.splitlines()[-3:] == ["-XX:+UseSerialGC", "-cp", '"/a b/one.jar:/a b/two.jar"']
    assert "jdk.incubator.vector" not in text


def test_the_vector_module_is_added_where_java_has_it() -> None:
    text = java_arguments(Java(Path("/java"), 25, vector=True), [Path("/one.jar")], ServerOptions())
    assert "--add-modules=jdk.incubator.vector" in text.splitlines()


def test_a_cache_path_that_java_would_cut_is_refused() -> None:
    with pytest.raises(ConfigError, match="cannot hold jars"):
        java_arguments(JDK, [Path("/a:b/one.jar")], ServerOptions())


@pytest.mark.parametrize(
    ("size", "expected"), [("512m", 536_870_912), ("2G", 2_147_483_648), ("64k", 65_536)]
)
def test_sizes(size: str, expected: int) -> None:
    assert size_in_bytes(size) == expected


@pytest.mark.parametrize("size", ["", "1", "1t", "m", "1.5g", "-1g"])
def test_sizes_that_are_none(size: str) -> None:
    with pytest.raises(ConfigError, match="A memory size is a number and k, m or g"):
        size_in_bytes(size)
