"""The portable file: every value comes back as it was, and what is not whole is refused."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from graphmem.errors import InputError
from graphmem.model.portable import Edge, Manifest, Node
from graphmem.transfer import portable_file as portable

TURN = Node(
    "Turn",
    "t1",
    ("Unembedded",),
    {
        "text": "Ünïcode 🚲 \u2028 line\nbreak",
        "said_at": datetime(1, 1, 1, tzinfo=UTC),
        "recorded_at": datetime(2026, 5, 3, 10, 0, 0, 123456, tzinfo=UTC),
        "position": 3,
        "dated": True,
        "statement_share": 0.1,
        "context_embedding": [0.5, -0.25, 1.0],
    },
)
SESSION = Node("Session", "s1", (), {"surprises": [0.1, 0.30000000000000004], "speakers": ["Ana"]})
EDGE = Edge("HAS_TURN", ("Session", "s1"), ("Turn", "t1"))
SUPERSEDES = Edge("SUPERSEDES", ("Record", "a"), ("Record", "b"), {"at": datetime(2026, 1, 1, tzinfo=UTC)})


def written(
    path: Path, *lines: bytes, nodes: dict[str, int], edges: dict[str, int], form: int = 2
) -> Manifest:
    body = b"".join(lines)
    manifest = Manifest(
        form, "0.1.0", "0004", "local", 3, True, "ana", datetime(2026, 5, 3, tzinfo=UTC), nodes, edges,
        hashlib.sha256(body).hexdigest(),
    )  # fmt: skip
    path.write_bytes(portable.manifest_line(manifest) + body)
    return manifest


def test_every_value_comes_back_as_it_was(tmp_path: Path) -> None:
    lines = [*map(portable.node_line, (SESSION, TURN)), *map(portable.edge_line, (EDGE, SUPERSEDES))]
    manifest = written(
        tmp_path / "a", *lines, nodes={"Session": 1, "Turn": 1}, edges={"HAS_TURN": 1, "SUPERSEDES": 1}
    )

    assert portable.examine(tmp_path / "a") == manifest
    assert manifest.lines == 4
    assert list(portable.lines(tmp_path / "a")) == [SESSION, TURN, EDGE, SUPERSEDES]


def test_a_file_of_form_1_is_read_with_the_names_of_today(tmp_path: Path) -> None:
    lines = (
        b'{"node":"Summary","uid":"u","more":[],"properties":{"filter_tokens":"s1","text":"A walk.","told":3}}\n',
        b'{"edge":"CLOSES","from":["Record","a"],"to":["Record","b"],"properties":{}}\n',
        b'{"edge":"SPARES","from":["Record","a"],"to":["Record","b"],"properties":{"reason":"ended"}}\n',
    )
    written(tmp_path / "a", *lines, nodes={"Summary": 1}, edges={"CLOSES": 1, "SPARES": 1}, form=1)

    assert portable.examine(tmp_path / "a").edges == {"CLOSED_VERSION_OF": 1, "REVOKED_SUPERSESSION": 1}
    assert list(portable.lines(tmp_path / "a")) == [
        Node("Summary", "u", (), {"text": "A walk.", "summarised_leaves": 3}),
        Edge("CLOSED_VERSION_OF", ("Record", "a"), ("Record", "b"), {}),
        Edge("REVOKED_SUPERSESSION", ("Record", "a"), ("Record", "b"), {"reason": "ended"}),
    ]


def test_a_manifest_whose_counts_are_no_table_is_refused(tmp_path: Path) -> None:
    written(tmp_path / "a", nodes={}, edges={})
    text = (tmp_path / "a").read_bytes().replace(b'"edges":{}', b'"edges":3')
    (tmp_path / "a").write_bytes(text)

    with pytest.raises(InputError, match=r"the manifest of .* lacks something"):
        portable.examine(tmp_path / "a")


def test_a_line_is_plain_json() -> None:
    assert portable.edge_line(SUPERSEDES) == (
        b'{"edge":"SUPERSEDES","from":["Record","a"],"to":["Record","b"],'
        b'"properties":{"at":{"$time":"2026-01-01T00:00:00+00:00"}}}\n'
    )


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b'{"node":"Store","uid":"x","more":[],"properties":{}}', "kind 'Store' are unknown"),
        (b'{"node":"Turn","uid":"x","more":["Evil`"],"properties":{}}', "cannot have 'Evil`'"),
        (b'{"node":"Turn","uid":"x","more":[],"properties":{"scope":"b"}}', "cannot have 'scope'"),
        (b'{"node":"Turn","uid":"x","more":[],"properties":{"admin":1}}', "cannot have 'admin'"),
        (b'{"edge":"OWNS","from":["Turn","a"],"to":["Turn","b"],"properties":{}}', "is unknown"),
        (b'{"edge":"NEXT","from":["Turn","a"],"to":["Day","b"],"properties":{}}', "is unknown"),
        (b'{"edge":"NEXT","from":["Turn"],"to":["Day","b"],"properties":{}}', "cannot be read"),
        (b'{"node":"Turn","uid":"x","more":[],"properties":{"text":{"$time":"never"}}}', "cannot be read"),
        (
            b'{"node":"Turn","uid":"x","more":[],"properties":{"said_at":{"$time":"2023-05-07"}}}',
            "has no offset",
        ),
        (b'{"node":"Turn","uid":"x","more":[],"properties":{"text":{"a":1}}}', "cannot be read"),
        (b"[]", "cannot be read"),
        (b"\xff", "cannot be read"),
    ],
)
def test_a_line_that_cannot_be_is_named(tmp_path: Path, line: bytes, message: str) -> None:
    written(tmp_path / "a", portable.node_line(SESSION), line + b"\n", nodes={"Session": 1}, edges={})

    with pytest.raises(InputError, match="line 3") as error:
        portable.examine(tmp_path / "a")
    assert message in str(error.value)


@pytest.mark.parametrize("head", [b"", b"{}\n", b"[1]\n", b'{"kind":"other"}\n', b"\x00\xff\n"])
def test_another_file_is_no_export(tmp_path: Path, head: bytes) -> None:
    (tmp_path / "a").write_bytes(head)
    with pytest.raises(InputError, match="is not an export of graphmem"):
        portable.examine(tmp_path / "a")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nowhere cannot be read: No such file"):
        portable.examine(tmp_path / "nowhere")


def test_counts_that_differ_are_told(tmp_path: Path) -> None:
    written(tmp_path / "a", portable.node_line(SESSION), nodes={"Session": 2}, edges={})
    with pytest.raises(InputError, match="tells of 2 lines, 1 follow"):
        portable.examine(tmp_path / "a")


def test_what_json_cannot_hold_is_never_written() -> None:
    node: Any = Node("Turn", "t", (), {"statement_share": float("nan")})
    with pytest.raises(ValueError, match="Out of range"):
        portable.node_line(node)


def test_a_file_that_was_cut_off_says_so(tmp_path: Path) -> None:
    line = portable.node_line(TURN)
    written(
        tmp_path / "cut",
        portable.node_line(SESSION),
        line[: len(line) // 2],
        nodes={"Session": 1, "Turn": 1},
        edges={},
    )
    with pytest.raises(InputError, match="line 3 ends half-way: the file was cut off"):
        portable.examine(tmp_path / "cut")
