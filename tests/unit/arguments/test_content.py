from __future__ import annotations

from typing import Any

import pytest

from graphmem.arguments.messages import messages


def content(value: object, **rest: object) -> str:
    return messages([{"content": value, **rest}])[0].content


def test_text_parts_are_joined_by_line_breaks() -> None:
    parts = [{"type": "text", "text": "Look:"}, {"type": "input_text", "text": "a cat"}, "and a dog"]
    assert content(parts) == "Look:\na cat\nand a dog"


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        ({"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}, "[shares an image]"),
        ({"type": "image_url", "image_url": {"url": "x", "alt": "a red bike"}}, "[shares a red bike]"),
        ({"type": "input_image", "caption": " my garden "}, "[shares my garden]"),
        ({"type": "file", "file": {"filename": "lease.pdf"}}, "[shares lease.pdf]"),
        ({"type": "input_audio", "input_audio": {"data": "AAAA", "format": "wav"}}, "[shares a recording]"),
        ({"type": "audio", "transcript": "See you soon"}, "See you soon"),
        ({"type": "refusal", "refusal": "I will not."}, "I will not."),
        ({"type": "text", "text": {"value": "Hi", "annotations": []}}, "Hi"),
        (
            {"type": "tool_use", "name": "weather", "input": {"city": "Köln"}},
            '[calls weather({"city": "Köln"})]',
        ),
        ({"type": "tool_result", "content": [{"type": "text", "text": "12 °C"}]}, "12 °C"),
        ({"type": "hologram"}, "[shares hologram]"),
    ],
)
def test_parts_leave_a_trace(part: dict[str, Any], expected: str) -> None:
    assert content([part]) == expected


def test_private_reasoning_is_not_said() -> None:
    assert content([{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "Yes."}]) == "Yes."


def test_an_empty_text_part_says_nothing() -> None:
    assert content([{"type": "text", "text": ""}, {"type": "text", "text": "Yes."}]) == "Yes."


def test_a_call_without_text_is_kept_as_what_it_did() -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "book", "arguments": '{"to":"Lyon"}'}}
    (read,) = messages([{"role": "assistant", "content": None, "tool_calls": [call]}])
    assert read.content == '[calls book({"to":"Lyon"})]'
    assert read.metadata == {"tool_calls": [call]}


def test_a_call_beside_text_stays_in_the_metadata_only() -> None:
    (read,) = messages([{"role": "assistant", "content": "One moment.", "tool_calls": [{"name": "book"}]}])
    assert read.content == "One moment."


def test_the_older_form_of_a_call_and_a_refusal() -> None:
    assert content(None, role="assistant", function_call={"name": "f", "arguments": "{}"}) == "[calls f({})]"
    assert content(None, role="assistant", refusal="No, sorry.") == "No, sorry."
