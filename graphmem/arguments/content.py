"""The words of a message, whichever of the chat interfaces' shapes they come in."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from graphmem.arguments.text import blank, shown
from graphmem.errors import InputError

TOOL: Final = "tool"
_NOT_SAID = {"thinking", "redacted_thinking", "reasoning", "reasoningContent", "step-start"}
_CAPTIONS = (
    "alt", "alt_text", "caption", "description", "title", "filename", "fileName", "file_name", "name"
)  # fmt: skip
_TEXTS = ("content", "text", "body", "parts", "value", "message")
"""Keys that a text, or its parts, stand under; the first that holds something counts."""
_ATTACHED = ("attachments", "files", "images", "photos", "videos", "media", "audio_files", "gifs")
_CALLS = {"tool_use", "server_tool_use", "toolUse", "functionCall", "function_call", "tool_call", "tool-call"}
_RESULTS = {
    "tool_result", "toolResult", "functionResponse", "function_call_output", "tool-result", "tool_return",
    "codeExecutionResult", "code_execution_result",
}  # fmt: skip
_OUTPUTS = ("content", "output", "result", "response", "text")

Piece = tuple[str | None, str]
"""A role and words; None: the role of the message."""


def pieces(message: Mapping[str, Any], place: str) -> list[Piece]:
    """The words of a message: one piece, or several where parts have another role (what a tool returned).

    Parts of one role are joined by line breaks. A picture or file becomes "[shares CAPTION]", a call of a
    tool without any text "[calls NAME(ARGUMENTS)]", so that nothing is dropped without a trace; a model's
    private reasoning is not part of what was said. Empty when nothing is said. Raises InputError for content
    of another type.
    """
    found = [(role, text) for role, text in _parts(content_of(message), place) if not blank(text)]
    if not any(role is None for role, _ in found):
        refusal = message.get("refusal")
        beside = [refusal] if isinstance(refusal, str) and refusal else list(_calls(message))
        found += [(None, text) for text in beside or _attached(message)]
    return [
        (role, "\n".join(text for _, text in run)) for role, run in groupby(found, key=lambda each: each[0])
    ]


def words(message: Mapping[str, Any], place: str) -> str:
    """All words of a message, whosever they are; "" when there are none."""
    return "\n".join(text for _, text in pieces(message, place))


def text_key(message: Mapping[str, Any]) -> str:
    """The key under which a message has its text; "content" where it has none."""
    return next((key for key in _TEXTS if _holds_words(message.get(key))), "content")


def content_of(message: Mapping[str, Any]) -> object:
    """What stands under that key."""
    return message.get(text_key(message))


def says(message: Mapping[str, Any]) -> bool:
    """Whether a dict has a key under which a message can have words."""
    return any(key in message for key in (*_TEXTS, "refusal", "tool_calls", "function_call", *_ATTACHED))


def shares(caption: str) -> str:
    """How a picture or file stands in a text."""
    return f"[shares {caption}]"


def _holds_words(value: object) -> bool:
    return value not in (None, "", [], {}) and not (isinstance(value, str) and blank(value))


def _parts(content: object, place: str) -> Iterator[Piece]:
    if content is None:
        return
    if isinstance(content, str):
        yield None, content
        return
    if isinstance(content, Mapping):
        content = [content]
    if not isinstance(content, Sequence) or isinstance(content, bytes | bytearray):
        raise InputError(
            f"{place}: the content is {shown(content)}; give a string or a list of content parts"
        )
    for number, part in enumerate(content, 1):
        yield from _part(part, f"{place}, part {number}")


def _part(part: object, place: str) -> Iterator[Piece]:
    if isinstance(part, str):
        yield None, part
        return
    if not isinstance(part, Mapping):
        raise InputError(f"{place}: a content part is {shown(part)}; give text or an object with a type")
    kind, inner = _kind(part)
    if kind in _NOT_SAID or part.get("thought") is True or kind.startswith("data-"):
        return
    if kind in _RESULTS or kind.endswith("_tool_result"):
        yield TOOL, output(inner, place)
    elif kind in _CALLS:
        yield None, _call(inner.get("name") or inner.get("toolName"), _arguments(inner))
    elif kind in ("tool-invocation", "dynamic-tool") or kind.startswith("tool-"):
        yield from _used(inner.get("toolInvocation", inner), kind, place)
    else:
        text = _text_of(part)
        caption = _caption(part) or (_noun(kind) if part.get("type") or kind != "text" else "")
        if text is None and not caption:
            keys = ", ".join(sorted(map(str, part))[:10]) or "none"
            raise InputError(f"{place}: a content part has neither text nor a type (its keys: {keys})")
        yield None, shares(caption) if text is None else text


def _kind(part: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """The type of a part and what it holds; Gemini's and Bedrock's parts have one key, which is the type."""
    given = part.get("type")
    if isinstance(given, str) and given:
        return given, part
    for key, value in part.items():
        if isinstance(value, Mapping) and (key in _CALLS or key in _RESULTS or key in _NOT_SAID):
            return key, value
    named = next(
        (key for key in part if key in ("inlineData", "image", "video", "fileData", "document")), "text"
    )
    return named, part


def _used(call: object, kind: str, place: str) -> Iterator[Piece]:
    """A call of a tool with what it returned, in one part (as in Vercel's AI SDK)."""
    if not isinstance(call, Mapping):
        raise InputError(f"{place}: a call of a tool is {shown(call)}; expected an object")
    name = call.get("toolName") or kind.removeprefix("tool-")
    yield None, _call(name, _arguments(call))
    if call.get("output", call.get("result")) is not None:
        yield TOOL, output(call, place)


def output(result: Mapping[str, Any], place: str) -> str:
    """What a tool returned, as text: its texts joined, anything else as JSON."""
    value = next((result[key] for key in _OUTPUTS if result.get(key) is not None), "")
    if isinstance(value, str):
        return value
    if isinstance(value, list) and all(
        _text_of(each) is not None for each in value if isinstance(each, Mapping)
    ):
        return "\n".join(text for _, text in _parts(value, place))
    return json.dumps(value, ensure_ascii=False, default=str)


def _text_of(part: Mapping[str, Any]) -> str | None:
    for key in ("text", "refusal", "transcript", "body"):
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


def _attached(message: Mapping[str, Any]) -> Iterator[str]:
    """Pictures and files beside a message that says nothing, where they have names."""
    for key in _ATTACHED:
        listed = message.get(key)
        for each in listed if isinstance(listed, list) else []:
            if isinstance(each, Mapping) and (caption := _caption(each)):
                yield shares(caption)


def _noun(kind: str) -> str:
    for noun, said in (
        ("image", "an image"),
        ("audio", "a recording"),
        ("video", "a video"),
        ("file", "a file"),
        ("inlineData", "a file"),
        ("document", "a document"),
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


def _arguments(call: Mapping[str, Any]) -> object:
    return next((call[key] for key in ("input", "args", "arguments") if call.get(key) is not None), None)


def _call(name: object, arguments: object) -> str:
    if not isinstance(arguments, str):
        arguments = "" if arguments is None else json.dumps(arguments, ensure_ascii=False, default=str)
    return f"[calls {name or 'a tool'}({arguments})]"
