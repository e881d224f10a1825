"""The OpenAI-compatible embedder against a real HTTP server that misbehaves on demand."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import numpy as np
import pytest

from graphmem.adapters.openai_embedder import OpenAIEmbedder
from graphmem.errors import ConfigError, EmbedderError

Answer = tuple[int, Any, dict[str, str]]


def vectors(texts: list[str], dimensions: int = 3) -> dict[str, Any]:
    rows = [[float(len(text) + 1), *[2.0] * (dimensions - 1)] for text in texts]
    return {"object": "list", "data": [{"index": i, "embedding": row} for i, row in enumerate(rows)]}


class Endpoint:
    """Answers POST /v1/embeddings by a list of replies, then properly; remembers what it was asked."""

    def __init__(self) -> None:
        self.replies: list[Callable[[dict[str, Any]], Answer]] = []
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str] = []
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                endpoint.asked.append(body)
                endpoint.keys.append(self.headers["Authorization"])
                status, payload, headers = endpoint.answer(body)
                data = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
                self.send_response(status)
                for name, value in {"Content-Type": "application/json", **headers}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(data)))
                with suppress(ConnectionError):  # the client may have given up
                    self.end_headers()
                    self.wfile.write(data)

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/v1"

    def answer(self, body: dict[str, Any]) -> Answer:
        return self.replies.pop(0)(body) if self.replies else (200, vectors(body["input"]), {})

    def reply(self, status: int, payload: Any, **headers: str) -> None:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.replies.append(lambda _: (status, payload, named))


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    made = Endpoint()
    thread = Thread(target=made.server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield made
    made.server.shutdown()
    made.server.server_close()
    thread.join()


async def embedded(
    endpoint: Endpoint, texts: list[str], *, kind: str = "document", **options: Any
) -> np.ndarray:
    embedder = OpenAIEmbedder("m", api_key="secret", base_url=endpoint.url, **options)
    try:
        return await embedder.embed(texts, kind=kind)
    finally:
        await embedder.aclose()


async def test_vectors_are_unit_and_in_order(endpoint: Endpoint) -> None:
    matrix = await embedded(endpoint, ["abc", ""])
    assert matrix == pytest.approx(np.array([[4, 2, 2], [2, 2, 2]]) / np.array([[24**0.5], [12**0.5]]))
    assert matrix.dtype == np.float32
    assert endpoint.asked == [{"model": "m", "input": ["abc", " "], "encoding_format": "float"}]
    assert endpoint.keys == ["Bearer secret"]


async def test_answers_are_put_in_order_by_their_index(endpoint: Endpoint) -> None:
    endpoint.reply(200, {"data": [{"index": 1, "embedding": [0, 1]}, {"index": 0, "embedding": [1, 0]}]})
    assert (await embedded(endpoint, ["a", "b"])).tolist() == [[1, 0], [0, 1]]


async def test_dimensions_are_sent_and_known_before_the_first_answer(endpoint: Endpoint) -> None:
    embedder = OpenAIEmbedder("m", base_url=endpoint.url, dimensions=3)
    assert embedder.dimensions == 3
    await embedder.embed(["a"])
    await embedder.aclose()
    assert endpoint.asked[0]["dimensions"] == 3


async def test_dimensions_are_learnt_from_the_first_answer(endpoint: Endpoint) -> None:
    embedder = OpenAIEmbedder("m", base_url=endpoint.url)
    assert (embedder.id, embedder.dimensions) == ("openai:m", 0)
    await embedder.embed(["a"])
    assert embedder.dimensions == 3
    endpoint.reply(200, vectors(["a"], dimensions=4))
    with pytest.raises(EmbedderError, match="4 dimensions instead of 3"):
        await embedder.embed(["a"])
    await embedder.aclose()


async def test_prefixes_go_in_front(endpoint: Endpoint) -> None:
    await embedded(endpoint, ["a"], kind="query", query="q: ", document="d: ")
    await embedded(endpoint, ["a"], query="q: ", document="d: ")
    assert [body["input"] for body in endpoint.asked] == [["q: a"], ["d: a"]]


async def test_requests_hold_256_texts_at_most(endpoint: Endpoint) -> None:
    matrix = await embedded(endpoint, ["x" * (i % 7) for i in range(600)])
    assert sorted(len(body["input"]) for body in endpoint.asked) == [88, 256, 256]
    assert matrix[:, 0] == pytest.approx(
        [max(2, i % 7 + 1) / (max(2, i % 7 + 1) ** 2 + 8) ** 0.5 for i in range(600)]
    )


async def test_requests_hold_about_8000_tokens_and_long_texts_are_cut(endpoint: Endpoint) -> None:
    await embedded(endpoint, ["a" * 9_000, "b" * 9_000, "c" * 9_000, "字" * 9_000])
    sizes = sorted([len(text) for text in body["input"]] for body in endpoint.asked)
    assert sizes == [[8_000], [9_000], [9_000, 9_000]]


async def test_nothing_asked_is_nothing_sent(endpoint: Endpoint) -> None:
    assert (await embedded(endpoint, [])).shape == (0, 0)
    assert endpoint.asked == []


async def test_lone_surrogates_are_sent_as_question_marks(endpoint: Endpoint) -> None:
    await embedded(endpoint, ["a\ud800"])
    assert endpoint.asked[0]["input"] == ["a?"]


async def test_a_rate_limit_is_waited_for_as_long_as_it_says(endpoint: Endpoint) -> None:
    endpoint.reply(429, {"error": {"message": "slow down"}}, Retry_After="1")
    started = time.monotonic()
    assert (await embedded(endpoint, ["a"])).shape == (1, 3)
    assert 1.0 <= time.monotonic() - started < 5.0
    assert len(endpoint.asked) == 2


async def test_a_server_error_is_tried_again(endpoint: Endpoint) -> None:
    endpoint.reply(500, {"error": {"message": "oops"}}, Retry_After="0.01")
    assert (await embedded(endpoint, ["a"])).shape == (1, 3)


@pytest.mark.parametrize(
    ("status", "error", "message"),
    [
        (500, EmbedderError, "failed"),
        (429, EmbedderError, "rate or the quota.*graphmem consolidate"),
        (401, ConfigError, "refused the key.*OPENAI_API_KEY"),
        (403, ConfigError, "refused the key"),
        (404, ConfigError, "no such model.*GRAPHMEM_EMBEDDER"),
        (400, EmbedderError, "refused the request.*dimensions"),
    ],
)
async def test_errors_say_what_to_do(
    endpoint: Endpoint, status: int, error: type[Exception], message: str
) -> None:
    endpoint.reply(status, {"error": {"message": "told"}})
    with pytest.raises(error, match=message) as caught:
        await embedded(endpoint, ["a"], retries=0)
    assert "secret" not in str(caught.value)
    assert endpoint.url in str(caught.value)


@pytest.mark.parametrize(
    ("payload", "message"),
    [
        ({"data": [{"index": 0, "embedding": [1.0, 0.0]}]}, "1 vectors for 2 texts"),
        (
            {"data": [{"index": 0, "embedding": [1.0]}, {"index": 0, "embedding": [1.0]}]},
            "numbered them wrongly",
        ),
        (
            b'{"data": [{"index": 0, "embedding": [1, 0]}, {"index": 1, "embedding": [NaN, 1]}]}',
            r"not finite \(text 1 of 2\)",
        ),
        ({"data": [{"index": 0, "embedding": [None, 1]}, {"index": 1, "embedding": [1, 1]}]}, "not finite"),
        ({"data": [{"index": 0, "embedding": [0, 0]}, {"index": 1, "embedding": [1, 1]}]}, "zero vector"),
        ({"data": [{"index": 0, "embedding": [1]}, {"index": 1, "embedding": [1, 1]}]}, "unequal length"),
        (
            {"data": [{"index": 0, "embedding": [1]}, {"index": 1, "embedding": [2]}]},
            "1 dimensions instead of 2",
        ),
        (
            {"data": [{"index": 0, "embedding": "a"}, {"index": 1, "embedding": "b"}]},
            "no number|something else",
        ),
        ({"hello": "world"}, "something else|vectors for 2"),
        (b"<html>welcome</html>", "something else than embeddings.*/v1"),
        (b"[1, 2]", "something else than embeddings"),
    ],
)
async def test_unusable_answers_are_refused(endpoint: Endpoint, payload: Any, message: str) -> None:
    endpoint.reply(200, payload)
    with pytest.raises(EmbedderError, match=message):
        await embedded(endpoint, ["a", "b"], dimensions=2, retries=0)


async def test_an_endpoint_that_is_not_there_is_named() -> None:
    embedder = OpenAIEmbedder("m", base_url="http://127.0.0.1:9/v1", retries=0)
    with pytest.raises(EmbedderError, match=r"http://127\.0\.0\.1:9/v1 cannot be reached"):
        await embedder.embed(["a"])
    await embedder.aclose()


async def test_an_endpoint_that_is_too_slow_is_given_up(endpoint: Endpoint) -> None:
    def slow(body: dict[str, Any]) -> Answer:
        time.sleep(0.5)
        return 200, vectors(body["input"]), {}

    endpoint.replies.append(slow)
    with pytest.raises(EmbedderError, match="cannot be reached"):
        await embedded(endpoint, ["a"], retries=0, timeout=0.1)


def test_openai_itself_needs_a_key() -> None:
    with pytest.raises(ConfigError, match="set OPENAI_API_KEY"):
        OpenAIEmbedder("text-embedding-3-small")


@pytest.mark.parametrize(("url", "key"), [("localhost:11434/v1", "k"), ("http://localhost/v1", "clé")])
def test_an_address_or_a_key_that_cannot_be_sent_is_told(url: str, key: str) -> None:
    with pytest.raises(ConfigError, match=r"Embedder openai:m cannot be asked.*OPENAI_BASE_URL begins with"):
        OpenAIEmbedder("m", base_url=url, api_key=key)


async def test_a_line_break_behind_the_key_does_no_harm(endpoint: Endpoint) -> None:
    embedder = OpenAIEmbedder("m", base_url=endpoint.url, api_key="secret\n")
    await embedder.embed(["a"])
    await embedder.aclose()
    assert endpoint.keys == ["Bearer secret"]


async def test_an_unknown_kind_is_refused(endpoint: Endpoint) -> None:
    with pytest.raises(ValueError, match="document"):
        await embedded(endpoint, ["a"], kind="passage")
