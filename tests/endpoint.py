"""A real HTTP server on a free port that answers as a test tells it to."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from threading import Event, Lock, Thread
from typing import Any


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked. headers: by their names in lower case; body: its JSON."""

    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Response:
    """What is answered. body: bytes, or a value that becomes JSON. delay: seconds before it is sent.

    events: sent one by one as server-sent events instead of a body, values as JSON. broken: the connection ends
    before all that was announced is sent.
    """

    status: int = 200
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    events: Sequence[Any] = ()
    delay: float = 0.0
    broken: bool = False


_NUMBERS = count()
Answering = Callable[[Request], Response]


class Endpoint:
    """Serves POST requests. url: of its root; asked: every request so far; most: requests at once, at most."""

    def __init__(self, answer: Answering) -> None:
        self.answer = answer
        self.asked: list[Request] = []
        self.most = 0
        self._number = next(_NUMBERS)
        self._active = 0
        self._lock = Lock()
        self._ending = Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._thread = Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})
        self._thread.start()

    @property
    def url(self) -> str:
        """Another one for each endpoint, whatever its port: adapters remember what they learnt of an address."""
        return f"http://127.0.0.1:{self._server.server_port}/{self._number}"

    def close(self) -> None:
        self._ending.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def respond(self, request: Request, send: Callable[[Response], None]) -> None:
        with self._lock:
            self.asked.append(request)
            self._active += 1
            self.most = max(self.most, self._active)
            response = self.answer(request)
        try:
            self._ending.wait(response.delay) if response.delay else None
        finally:
            with self._lock:
                self._active -= 1
        send(response)


def _handler(endpoint: Endpoint) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            headers = {name.lower(): value for name, value in self.headers.items()}
            with suppress(ConnectionError):  # the client may have given up
                endpoint.respond(Request(self.path, headers, body), self.send)

        def send(self, response: Response) -> None:
            kind = "text/event-stream" if response.events else "application/json"
            data = b"".join(_events(response.events)) if response.events else _encoded(response.body)
            self.send_response(response.status)
            for name, value in {"Content-Type": kind, **response.headers}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(data) + (100 if response.broken else 0)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            pass

    return Handler


def _encoded(body: Any) -> bytes:
    return body if isinstance(body, bytes) else json.dumps(body).encode()


def _events(events: Sequence[Any]) -> Iterator[bytes]:
    for event in events:
        data = event if isinstance(event, str) else json.dumps(event)
        yield f"data: {data}\n\n".encode()


@contextmanager
def serving(answer: Answering) -> Iterator[Endpoint]:
    """An endpoint for the length of a block."""
    endpoint = Endpoint(answer)
    try:
        yield endpoint
    finally:
        endpoint.close()


def completion(
    content: Any, *, finish: str = "stop", usage: Mapping[str, int] | None = None, **message: Any
) -> dict[str, Any]:
    """The body of a chat completion. message: further fields of the message."""
    made: dict[str, Any] = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 0,
        "model": "m",
        "choices": [
            {
                "index": 0,
                "finish_reason": finish,
                "message": {"role": "assistant", "content": content, **message},
            }
        ],
    }
    return made if usage is None else {**made, "usage": dict(usage)}


def chunks(
    *texts: str, finish: str | None = "stop", usage: Mapping[str, int] | None = None
) -> list[dict[str, Any] | str]:
    """The events of a streamed chat completion; finish None leaves its end out."""
    head = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 0, "model": "m"}
    made: list[dict[str, Any] | str] = [
        {**head, "choices": [{"index": 0, "delta": {"content": text}, "finish_reason": None}]}
        for text in texts
    ]
    if finish is not None:
        made.append({**head, "choices": [{"index": 0, "delta": {}, "finish_reason": finish}]})
        if usage is not None:
            made.append({**head, "choices": [], "usage": dict(usage)})
        made.append("[DONE]")
    return made
