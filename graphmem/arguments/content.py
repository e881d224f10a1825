"""The words of a message, whichever of the chat interfaces' shapes they come in."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from graphmem.arguments.text import shown
from graphmem.errors import InputError

_NOT_SAID = {"thinking", "redacted_thinking", "reasoning"}
_CAPTIONS = ("alt", "alt_text", "caption", "description", "title", "filename", "file_name", "name")


def words(message: Mapping[str, Any], place: str) -> str:
    """Text of `content`: a string as it is, parts joined by line breaks.

    A picture or file becomes "[shares CAPTION]", a call of a tool without any text "[calls NAME(ARGUMENTS)]",
    so that nothing is dropped without a trace; a model's private reasoning is not part of what was said.
    Returns "" when there is nothing; raises InputError for content of another type.
    """
    content = message.get("content")
    if content is None:
        content = message.get("text")
    text = _joined(content, place)
    if text:
        return text
    refusal = message.get("refusal")
    return refusal if isinstance(refusal, str) and refusal else "\n".join(_calls(message))


def shares(caption: str) -> str:
    """How a picture or file stands in a text."""
    return f"[shares {caption}]"


def _joined(content: object, place: str) -> str:
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if isinstance(content, Mapping):
        content = [content]
    if isinstance(content, Sequence) and not isinstance(content, bytes | bytearray):
        pieces = [_part(part, f"{place}, part {number}") for number, part in enumerate(content, 1)]
        return "\n".join(piece for piece in pieces if piece)
    raise InputError(f"{place}: the content is {shown(content)}; give a string or a list of content parts")


def _part(part: object, place: str) -> str:
    if isinstance(part, str):
        return part
    if not isinstance(part, Mapping):
        raise InputError(f"{place}: a content part is {shown(part)}; give text or an object with a type")
    given = part.get("type")
    kind = given if isinstance(given, str) and given else "text"
    if kind in _NOT_SAID:
        return ""
    if kind == "tool_result":
        return _joined(part.get("content"), place)
    if kind == "tool_use":
        return _call(part.get("name"), part.get("input"))
    text = _text_of(part)
    return shares(_caption(part) or _noun(kind)) if text is None else text


def _text_of(part: Mapping[str, Any]) -> str | None:
    for key in ("text", "refusal", "transcript"):
        value = part.get(key)
        if isinstance(value, Mapping):
            value = value.get("value")
        if isinstance(value, str):
            return value
    inner = part.get("input_audio", part.get("audio"))
    return _text_of(inner) if isinstance(inner, Mapping) else None


def _caption(part: Mapping[str, Any]) -> str:
    places = [part, *(value for value in part.values() if isinstance(value, Mapping))]
    found = (place.get(key) for place in places for key in _CAPTIONS)
    return next((value.strip() for value in found if isinstance(value, str) and value.strip()), "")


def _noun(kind: str) -> str:
    for noun, said in (
        ("image", "an image"),
        ("audio", "a recording"),
        ("video", "a video"),
        ("file", "a file"),
    ):
        if noun in kind:
            return said
    return kind


def _calls(message: Mapping[str, Any]) -> Iterator[str]:
    calls = message.get("tool_calls") or []
    if isinstance(message.get("function_call"), Mapping):
        calls = [message]
    for call in calls if isinstance(calls, Sequence) else []:
        if isinstance(call, Mapping):
            function = call.get("function") or call.get("function_call") or call
            if isinstance(function, Mapping):
                yield _call(function.get("name"), function.get("arguments", function.get("args")))


def _call(name: object, arguments: object) -> str:
    if not isinstance(arguments, str):
        arguments = "" if arguments is None else json.dumps(arguments, ensure_ascii=False, default=str)
    return f"[calls {name or 'a tool'}({arguments})]"
