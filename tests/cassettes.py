"""Replay written exchanges over real HTTP; the format is told in cassettes/README.md."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.endpoint import Endpoint, Request, Response, chunks, completion

FOLDER = Path(__file__).parent / "cassettes"


class Cassette(Endpoint):
    """Answers each request with the first exchange that fits it and was not used yet.

    unfit: requests that no exchange fitted, which were answered with an error. unused: exchanges that no
    request has asked for. base_url: for a client of OpenAI's API.
    """

    def __init__(self, exchanges: list[Mapping[str, Any]]) -> None:
        self.unused = list(exchanges)
        self.unfit: list[Request] = []
        super().__init__(self._replay)

    @property
    def base_url(self) -> str:
        return f"{self.url}/v1"

    def _replay(self, request: Request) -> Response:
        fitting = next((each for each in self.unused if _fits(each.get("request", {}), request)), None)
        if fitting is None:
            self.unfit.append(request)
            told = {"error": {"message": "the cassette holds no exchange for this", "code": "unknown_model"}}
            return Response(404, told)
        if not fitting.get("repeat"):
            self.unused.remove(fitting)
        return _response(fitting["response"])


@contextmanager
def replaying(name: str, *, all_used: bool = True) -> Iterator[Cassette]:
    """The cassette `name`.json. Fails at the end for requests that it does not hold, and for exchanges that
    were not asked for unless `all_used` is False.
    """
    written = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    cassette = Cassette(written["exchanges"])
    try:
        yield cassette
    finally:
        cassette.close()
    assert cassette.unfit == [], f"{name}.json holds no exchange for these requests"
    left = [each for each in cassette.unused if not each.get("repeat")]
    assert not all_used or left == [], f"these exchanges of {name}.json were not asked for"


def _fits(wanted: Mapping[str, Any], request: Request) -> bool:
    messages = request.body.get("messages", [])
    told = "\n".join(str(message.get("content", "")) for message in messages)
    return (
        request.path.endswith(wanted.get("path", ""))
        and all(text in told for text in wanted.get("says", []))
        and not any(text in told for text in wanted.get("says_not", []))
        and _holds(request.body, wanted.get("json", {}))
    )


def _holds(value: Any, wanted: Any) -> bool:
    """Whether the value has everything that is wanted; objects may have more."""
    if isinstance(wanted, Mapping) and isinstance(value, Mapping):
        return all(name in value and _holds(value[name], each) for name, each in wanted.items())
    return bool(value == wanted)


def _response(written: Mapping[str, Any]) -> Response:
    finish, usage = written.get("finish_reason", "stop"), written.get("usage")
    status, headers = written.get("status", 200), written.get("headers", {})
    if "stream" in written:
        return Response(
            status, headers=headers, events=chunks(*written["stream"], finish=finish, usage=usage)
        )
    if "body" in written:
        return Response(status, written["body"], headers=headers)
    content = written["content"]
    text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
    return Response(status, completion(text, finish=finish, usage=usage), headers=headers)
