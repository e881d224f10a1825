"""Errors that endpoints send with a status of success, given the status that they stand for."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from graphmem.adapters.endpoint_refusals import error_in, speaks_of_length, words_of

DISGUISED: Final = "graphmem.disguised"
"""The extension of a response whose status was another than the one that it has now."""

BAD_GATEWAY: Final = 502
_KINDS_OF_TEXT = ("json", "text/plain", "text/html")  # some gateways send their errors as any of these
_LISTS = ("choices", "data")
_ANSWERS = (*_LISTS, "results", "scores")
_KINDS: Final = (
    (
        429,
        re.compile(r"rate.?limit|too.?many|throttl|exhausted|quota|\brate\b.{0,20}\b(?:limit|exceed)", re.I),
    ),
    (
        503,
        re.compile(r"overload|unavailable|timeout|timed.?out|capacity|server.?error|internal|upstream", re.I),
    ),
    (401, re.compile(r"api.?key|authenti|unauthori[sz]ed", re.I)),
    (404, re.compile(r"model.{0,40}(?:not.?(?:found|exist)|unknown|no such)|no such model", re.I)),
    (400, re.compile(r"invalid|bad.?request|unsupported|malformed|content.?filter|not supported", re.I)),
)
"""By code, type and words; the first that fits counts."""


async def unmask(response: Any) -> None:
    """For the hooks of an HTTP client: then the client waits and tries again as that status asks for.

    response: of httpx. What is no text, a stream above all, stays as it is. A refusal is taken for another
    status only when its code says so in numbers.
    """
    if response.status_code not in (200, 400):
        return
    kind = response.headers.get("content-type", "")
    if kind and not any(each in kind for each in _KINDS_OF_TEXT):
        return
    content = await response.aread()
    status = status_of(content) if response.status_code == 200 else _passing(content)
    if status is not None:
        response.extensions[DISGUISED] = response.status_code
        response.status_code = status


def status_of(content: bytes) -> int | None:
    """The status that a body stands for; None for one that is no error.

    No answer at all, or an empty list in its place, is the failure of something behind the server.
    """
    if not content.strip():
        return BAD_GATEWAY
    body = _decoded(content)
    if isinstance(body, Mapping) and not _is_error(body):
        empty = any(name in body and not body[name] for name in _LISTS)
        return BAD_GATEWAY if empty else None
    return None if error_in(body) is body and not isinstance(body, Mapping) else standing_for(error_in(body))


def _passing(content: bytes) -> int | None:
    """The status that the code of a refusal names, where it is one that passes."""
    code = _code(error_in(_decoded(content)))
    return code if code is not None and (code == 429 or code >= 500) else None


def _decoded(content: bytes) -> Any:
    try:
        return json.loads(content.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None


def _is_error(body: Mapping[str, Any]) -> bool:
    """Whether there is an error in it, and nothing that was asked for."""
    failed = error_in(body)
    if failed is body:
        return bool(words_of(body)) and not any(name in body for name in _ANSWERS)
    if failed is body.get("base_resp"):
        return isinstance(failed, Mapping) and failed.get("status_code") not in (0, None)
    return bool(failed)


def standing_for(error: object) -> int:
    """The status for an error: what its code says, else what its words mean, else a bad gateway."""
    if code := _code(error):
        return code
    said = words_of(error)
    told = " ".join([*(code for code in _codes(error) if isinstance(code, str)), said])
    if speaks_of_length(told, said):
        return 400
    return next((status for status, words in _KINDS if words.search(told)), BAD_GATEWAY)


def _code(error: object) -> int | None:
    numbers = (int(str(code)) for code in _codes(error) if str(code).isdecimal())
    return next((number for number in numbers if 400 <= number <= 599), None)


def _codes(error: object) -> tuple[object, ...]:
    named = error if isinstance(error, Mapping) else {}
    return tuple(named.get(name) for name in ("code", "status", "status_code", "http_status", "type"))
