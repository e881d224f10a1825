"""What an endpoint means by a refusal, told from its status and its words."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import openai

_NO_MODEL = ("model_not_found", "invalid_model", "deploymentnotfound", "unknown_model")
_FILTERED = re.compile(r"content_filter|content management policy|ResponsibleAI", re.IGNORECASE)

# A size and that it is exceeded, near each other, in either order: servers put it in many ways.
_SIZE = r"\b(?:tokens?|context|length)\b"
_EXCESS = (
    r"(?:exceed\w*|too (?:long|large|big|many)\b|over(?:flow|size)\w*"
    r"|(?:longer|larger|greater|more|bigger) than"
    r"|\bmax(?:imum)?\b|\blimit(?:ed|s)?\b|\bat most\b|not enough|\breduce\b|\bshorte[nr]"
    r"|(?:must|should|has to) (?:be|have) "
    r"(?:<|\[|less|fewer|smaller|shorter|below|under|between|at most|no more))"
)
_TOO_LONG = re.compile(
    rf"{_SIZE}[^;]{{0,60}}?{_EXCESS}|{_EXCESS}[^;]{{0,60}}?{_SIZE}"
    r"|\b(?:prompt|inputs?|texts?|messages?|content|request|payload|body|entity|string|document)\b"
    r".{0,40}?\btoo (?:long|large|big)\b"
    r"|\b(?:request|payload|body)\b.{0,30}?\bexceed\w*.{0,30}?\b(?:limit|maximum|size)"
    r"|output limit was reached"
    r"|(?:长度|上下文|tokens?).{0,20}?(?:超过|超出|过长|上限)|(?:超过|超出).{0,20}?(?:长度|上下文|token)",
    re.IGNORECASE,
)
# What speaks of sizes and limits too, and is no matter of a single request's length.
_OTHERWISE = re.compile(
    r"\brate limit|per (?:min|minute|day|hour|second|month)\b|\b[rt]p[mds]\b|quota|billing|credits?\b|balance"
    r"|too many requests|api key|authenti|authoriz|credential|expired|bearer|access token"
    r"|(?:unsupported|unknown) parameter|(?:invalid|unsupported|unknown) model"
    r"|(?:invalid|unsupported).{0,20}(?:schema|response.format)"
    r"|schema.{0,60}(?:exceed|invalid|too|not|maximum)|does not exist|not found|array",
    re.IGNORECASE,
)
_NO_REQUEST_FITS: Final = re.compile(r"request too large|must be reduced in order to run", re.IGNORECASE)

_ANSWER = re.compile(
    r"max[\s_]?(?:completion|new|output)?[\s_]?tokens\b|maximum tokens you requested|completion tokens"
    r"|maximum (?:allowed )?number of output tokens",
    re.IGNORECASE,
)
_ABOVE = re.compile(
    rf"{_EXCESS}|\brange\b|\bfewer\b|\binvalid\b.{{0,30}}\bvalue\b|less than|<=|\bat most\b|> \d|afford",
    re.IGNORECASE,
)
_UNKNOWN_NAME = re.compile(
    r"unsupported parameter|not supported with|unknown|unrecognized|extra inputs|use '?max_completion_tokens"
    r"|higher max_tokens",
    re.IGNORECASE,
)
_OF_THE_REQUEST = re.compile(r"context|input|prompt|messages|afford", re.IGNORECASE)
_NUMBER = r"(\d[\d,_]*\d|\d)"
_MOST = tuple(
    re.compile(pattern.replace("NUMBER", _NUMBER), re.IGNORECASE)
    for pattern in (
        r"(?:supports?|allows?) (?:at most|up to|a maximum of) NUMBER",
        r"(?:less|lower|fewer|smaller) than(?: or equal to)? `?NUMBER",
        r"<= ?`?NUMBER",
        r"\[ ?\d+ ?, ?NUMBER ?\]",
        r"from \d+ (?:\(inclusive\) )?to NUMBER",
        r"between \d+ and NUMBER",
        r"(?:can only afford|at most|no more than|up to a maximum of|model limit of) NUMBER",
        r"max\w*tokens\W{0,3}:? ?\d+ > NUMBER",
        r"maximum(?: value)?(?: allowed)?(?: is|:) NUMBER",
    )
)
_CONTEXT = tuple(
    re.compile(pattern.replace("NUMBER", _NUMBER), re.IGNORECASE)
    for pattern in (
        r"maximum context length (?:is|of) NUMBER",
        r"max_new_tokens`? must be <= NUMBER",
        r"context (?:limit|length|window|size)\D{0,20}\d+ \+ \d+ > NUMBER",
        r"context (?:length|window|size)\D{0,12}NUMBER",
    )
)
_INPUT = tuple(
    re.compile(pattern.replace("NUMBER", _NUMBER), re.IGNORECASE)
    for pattern in (
        r"NUMBER (?:tokens )?(?:in|of|from) (?:the |your )?(?:messages|text input|input|prompt)",
        r"NUMBER `?(?:inputs?|prompt)`? tokens",
        r"limit: NUMBER \+ \d+ >",
    )
)


@dataclass(frozen=True, slots=True)
class Lowered:
    """How many tokens to allow an answer. lasting: the model takes no more, whatever it is asked."""

    limit: int
    lasting: bool


def lowered(error: openai.APIStatusError, limit: int, least: int = 256) -> Lowered | None:
    """A smaller limit for the answer where the refusal is about `limit`; None where it is not.

    What the server names, or what its context leaves beside the prompt; else half. None also below `least`:
    an answer so short is cut off, and less has to be asked for instead.
    """
    words = told(error)
    if error.status_code not in (400, 402, 413, 422, 500) or _UNKNOWN_NAME.search(words):
        return None
    room = _room(words)
    if room is not None:
        # Some servers only say that the prompt has one token too many: that would go on token by token.
        most = room if room <= 0.9 * limit else limit // 2
        return Lowered(most, lasting=False) if most >= least else None
    if not (_ANSWER.search(words) and _ABOVE.search(words)):
        return None
    named = _number(_MOST, words)
    most = named if named and named < limit else limit // 2
    return Lowered(most, lasting=not _OF_THE_REQUEST.search(words)) if most >= least else None


def _room(words: str) -> int | None:
    """What a context leaves for the answer; None where the server does not tell it."""
    context, prompt = _number(_CONTEXT, words), _number(_INPUT, words)
    return context - prompt if context and prompt else None


def _number(patterns: tuple[re.Pattern[str], ...], words: str) -> int | None:
    found = next((match for pattern in patterns if (match := pattern.search(words))), None)
    return int(re.sub(r"\D", "", found[1])) if found else None


def is_too_long(error: openai.APIStatusError) -> bool:
    """Whether what was sent is too much at once: less of it may be taken."""
    said = _plain(words_of(error.body))
    if error.status_code == 413:
        return True
    if error.status_code == 429:
        return bool(_NO_REQUEST_FITS.search(said))
    if error.status_code not in (400, 422, 500) or unknown_model(error):
        return False
    return speaks_of_length(told(error), said)


def speaks_of_length(told: str, said: str) -> bool:
    """Whether words mean that something is too long. told: with names of codes, which `said` leaves out."""
    return bool(_TOO_LONG.search(_plain(told))) and not _OTHERWISE.search(_plain(said))


def _plain(words: str) -> str:
    """Without the names of parameters for the answer's limit, which are no sizes; other names as words."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", re.sub(r"max_\w*tokens", "", words))
    return " ".join(apart.replace("_", " ").split())


def is_filtered(error: openai.APIStatusError) -> bool:
    """Whether a filter of the provider's stopped the request."""
    return error.status_code in (400, 403) and bool(_FILTERED.search(told(error)))


def unknown_model(error: openai.APIStatusError) -> bool:
    """Whether a request was refused for its model, which most servers say with 404."""
    code = str(error.code or "").casefold()
    return code in _NO_MODEL or "invalid model" in words_of(error.body).casefold()


def told(error: openai.APIStatusError) -> str:
    """Code, type and words of a refusal, all of them."""
    return " ".join(filter(None, (str(error.code or ""), str(error.type or ""), words_of(error.body))))


def words_of(body: object) -> str:
    """What a server says in the body of an error, in whichever of the usual forms; "" for nothing.

    Behind a gateway's own words come those of the provider that it asked (`metadata.raw`).
    """
    inner = error_in(body)
    if not isinstance(inner, Mapping):
        return _listed(inner)
    said = _listed(next((inner[name] for name in _WORDS if inner.get(name)), None))
    raw = _raw(inner.get("metadata"))
    return ": ".join(filter(None, (said, "" if raw in said else raw)))


def error_in(body: object) -> object:
    """The error that a body is, or that it holds in one of the places where servers put it."""
    if isinstance(body, list) and len(body) == 1 and isinstance(body[0], Mapping) and "error" in body[0]:
        body = body[0]
    if not isinstance(body, Mapping):
        return body
    choices = body.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else {}
    places = (body.get("error"), choice.get("error") if isinstance(choice, Mapping) else None)
    return next((each for each in (*places, body.get("base_resp")) if each), body)


_WORDS = ("message", "detail", "msg", "error_message", "status_msg", "errorMessage")


def _raw(metadata: object) -> str:
    raw = metadata.get("raw") if isinstance(metadata, Mapping) else None
    if isinstance(raw, str):
        try:
            return words_of(json.loads(raw)) or raw
        except (ValueError, RecursionError):
            return raw
    return words_of(raw)


def _listed(said: object) -> str:
    """Of what is wrong with each field; the values sent are left out."""
    if isinstance(said, list):
        told = (each.get("msg", each) if isinstance(each, Mapping) else each for each in said)
        said = "; ".join(map(str, told))
    return " ".join(str(said or "").split())
