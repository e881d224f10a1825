"""Exports of many products with the same made-up messages, in the shape that each product writes."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.utils import format_datetime
from random import Random

START = datetime(2026, 3, 2, 9, tzinfo=UTC)
_OPENINGS = (
    "I moved to Graz.", "Note: the keys are with Ana.", "PS: see you at 12:30 - or later", "Глава 3: конец",
    "It costs 3,50 €; not \"4,00\"", "Tab\there", "دیروز به وین رفتم", "我昨天搬到了上海。", "दिल्ली में क्रिकेट", "👩‍👩‍👧 ok",
    "jalapen\u0303o", "def f(x):\n    return x", "first line\nsecond: line\n\nafter a gap", "# no heading", "- a list\n- of two",
    "<b>bold</b> & co.", "100 % sure?", "“quoted”", "C:\\Users\\ana", "https://example.org/a?b=c#d", "0", "null",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Said:
    """A message as it was written; at: to the second, None where the form keeps no time."""

    role: str
    name: str | None
    at: datetime | None
    text: str


def made_up(count: int, *, people: bool, seed: int = 1) -> list[Said]:
    """Messages of three people, or of a user and an assistant."""
    random, at, found = Random(seed), START, []
    for number in range(count):
        at += timedelta(seconds=random.randrange(40, 4_000))
        text = f"{random.choice(_OPENINGS)} ({number})"
        name = random.choice(("Ana Grün", "Ben O'Hara", "李娜")) if people else None
        role = "user" if people or number % 2 == 0 else "assistant"
        found.append(Said(role, name, at, text))
    return found


@dataclass(frozen=True, slots=True)
class Form:
    """A form that a product writes. kept: what of a message is in the file."""

    file: str
    people: bool
    write: Callable[[Sequence[Said]], str | bytes]
    kept: Callable[[Said], Said] = lambda said: said


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _iso(said: Said) -> str:
    assert said.at is not None
    return said.at.isoformat().replace("+00:00", "Z")


def _epoch(said: Said) -> float:
    assert said.at is not None
    return said.at.timestamp()


def _undated(said: Said) -> Said:
    return replace(said, at=None)


def _to_the_minute(said: Said) -> Said:
    assert said.at is not None
    return replace(said, at=said.at.replace(second=0))


def _chatgpt(messages: Sequence[Said]) -> str:
    mapping: dict[str, object] = {"root": {"id": "root", "parent": None, "children": ["n0"], "message": None}}
    for i, each in enumerate(messages):
        mapping[f"n{i}"] = {
            "id": f"n{i}",
            "parent": f"n{i - 1}" if i else "root",
            "children": [f"n{i + 1}"],
            "message": {
                "id": f"n{i}", "author": {"role": each.role}, "create_time": _epoch(each), "recipient": "all",
                "content": {"content_type": "text", "parts": [each.text]},
            },
        }  # fmt: skip
        if i % 7 == 3:
            old = {
                "id": "x", "author": {"role": "assistant"}, "create_time": 1.0,
                "content": {"content_type": "text", "parts": ["an answer that was regenerated"]},
            }  # fmt: skip
            mapping[f"old{i}"] = {"id": f"old{i}", "parent": f"n{i}", "children": [], "message": old}
    return _json([{"title": "t", "conversation_id": "c", "mapping": mapping, "current_node": "gone"}])


def _claude(messages: Sequence[Said]) -> str:
    said = [
        {
            "uuid": f"m{i}", "text": each.text, "content": [{"type": "text", "text": each.text}],
            "sender": "human" if each.role == "user" else "assistant", "created_at": _iso(each), "attachments": [],
            "files": [], "parent_message_uuid": f"m{i - 1}" if i else "00000000-0000-4000-8000-000000000000",
        }
        for i, each in enumerate(messages)
    ]  # fmt: skip
    return _json([{"uuid": "c", "name": "n", "summary": "**A summary** of it", "chat_messages": said}])


def _open_webui(messages: Sequence[Said]) -> str:
    said = {
        f"m{i}": {
            "id": f"m{i}", "parentId": f"m{i - 1}" if i else None, "childrenIds": [f"m{i + 1}"], "role": each.role,
            "content": each.text, "timestamp": int(_epoch(each)), "models": ["a"],
        }
        for i, each in enumerate(messages)
    }  # fmt: skip
    history = {"messages": said, "currentId": f"m{len(messages) - 1}"}
    return _json(
        [
            {
                "id": "c",
                "user_id": "u",
                "title": "t",
                "chat": {"title": "t", "history": history, "messages": []},
            }
        ]
    )


def _librechat(messages: Sequence[Said]) -> str:
    said = [
        {
            "messageId": f"m{i}", "parentMessageId": f"m{i - 1}" if i else "0", "text": each.text,
            "sender": "User" if each.role == "user" else "GPT-5", "isCreatedByUser": each.role == "user",
            "createdAt": _iso(each),
        }
        for i, each in enumerate(messages)
    ]  # fmt: skip
    return _json({"conversationId": "c", "endpoint": "openAI", "title": "t", "messages": said})


def _sharegpt(messages: Sequence[Said]) -> str:
    said = [{"from": "human" if each.role == "user" else "gpt", "value": each.text} for each in messages]
    return _json([{"id": "c", "conversations": said}])


def _letta(messages: Sequence[Said]) -> str:
    said: list[object] = [
        {"role": "system", "content": [{"type": "text", "text": "You are a helpful agent."}]}
    ]
    said += [
        {
            "id": f"m{i}",
            "role": each.role,
            "content": [{"type": "text", "text": each.text}],
            "created_at": _iso(each),
        }
        for i, each in enumerate(messages)
    ]
    return _json({"agents": [{"name": "a", "messages": said}], "blocks": [{"value": "persona"}], "tools": []})


def _studio(messages: Sequence[Said]) -> str:
    chunks = [{"role": "user" if each.role == "user" else "model", "text": each.text} for each in messages]
    return _json({"runSettings": {"model": "m"}, "chunkedPrompt": {"chunks": chunks}})


def _contents(messages: Sequence[Said]) -> str:
    said = [
        {"role": "user" if each.role == "user" else "model", "parts": [{"text": each.text}]}
        for each in messages
    ]
    return _json({"contents": said})


def _activity(messages: Sequence[Said]) -> str:
    from html import escape

    entries = [
        {
            "header": "Gemini Apps", "title": f"Prompted {asked.text}", "time": _iso(asked), "products": ["Gemini Apps"],
            "safeHtmlItem": [{"html": f"<p>{escape(told.text)}</p>"}],
        }
        for asked, told in zip(messages[::2], messages[1::2], strict=True)
    ]  # fmt: skip
    return _json(entries[::-1])


def _telegram(messages: Sequence[Said]) -> str:
    said: list[object] = [
        {
            "id": 0,
            "type": "service",
            "date": "2026-03-01T00:00:00",
            "actor": "Ana",
            "action": "create",
            "text": "",
        }
    ]
    for i, each in enumerate(messages, 1):
        half = len(each.text) // 2
        marked = [each.text[:half], {"type": "bold", "text": each.text[half:]}] if i % 3 == 0 else each.text
        said.append(
            {
                "id": i, "type": "message", "date": "2026-03-01T00:00:00", "date_unixtime": str(int(_epoch(each))),
                "from": each.name, "from_id": "user1", "text": marked, "text_entities": [],
            }
        )  # fmt: skip
    return _json({"name": "Friends", "type": "private_group", "id": 1, "messages": said})


def _discord(messages: Sequence[Said]) -> str:
    said = [
        {
            "id": str(i), "type": "Default", "timestamp": _iso(each), "content": each.text, "attachments": [],
            "author": {"id": each.name, "name": "handle", "nickname": each.name, "isBot": False},
        }
        for i, each in enumerate(messages)
    ]  # fmt: skip
    return _json({"guild": {"name": "g"}, "channel": {"name": "general"}, "messages": said})


def _slack(messages: Sequence[Said]) -> str:
    said = [
        {
            "type": "message", "user": f"U{each.name}", "text": each.text, "ts": f"{_epoch(each):.6f}",
            "user_profile": {"real_name": each.name},
        }
        for each in messages
    ]  # fmt: skip
    return _json(
        [
            {"type": "message", "subtype": "channel_join", "user": "U1", "ts": "1.000000", "text": "joined"},
            *said,
        ]
    )


def _facebook(messages: Sequence[Said]) -> str:
    def broken(text: str | None) -> str:
        return (text or "").encode().decode("latin-1")

    said = [
        {
            "sender_name": broken(each.name),
            "timestamp_ms": int(_epoch(each) * 1000),
            "content": broken(each.text),
        }
        for each in messages
    ]
    return _json({"participants": [], "title": "t", "thread_path": "inbox/t", "messages": said[::-1]})


def _matrix(messages: Sequence[Said]) -> str:
    said = [
        {
            "type": "m.room.message", "sender": each.name, "event_id": f"${i}", "origin_server_ts": int(_epoch(each) * 1000),
            "content": {"msgtype": "m.text", "body": each.text},
        }
        for i, each in enumerate(messages)
    ]  # fmt: skip
    return _json({"room_name": "Room", "messages": [{"type": "m.room.member", "origin_server_ts": 1}, *said]})


def _signal(messages: Sequence[Said]) -> str:
    said = [
        {
            "type": "incoming", "body": each.text, "sent_at": int(_epoch(each) * 1000), "sourceName": each.name,
            "conversationId": "c",
        }
        for each in messages
    ]  # fmt: skip
    return _json(said)


def _google_chat(messages: Sequence[Said]) -> str:
    said = [
        {
            "creator": {"name": each.name, "email": "a@example.org", "user_type": "Human"}, "text": each.text,
            "created_date": f"{each.at:%A, %B} {each.at.day}, {each.at:%Y at %I:%M:%S %p} UTC", "message_id": f"m{i}",
        }
        for i, each in enumerate(messages)
        if each.at
    ]  # fmt: skip
    return _json({"messages": said})


def _claude_code(messages: Sequence[Said]) -> str:
    lines: list[object] = [{"type": "summary", "summary": "A talk", "leafUuid": "x"}]
    for i, each in enumerate(messages):
        content: object = (
            each.text
            if each.role == "user"
            else [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": each.text}]
        )
        lines.append(
            {
                "type": each.role, "sessionId": "s", "uuid": f"m{i}", "timestamp": _iso(each), "isSidechain": False,
                "message": {"role": each.role, "content": content}, "cwd": "/home/ana",
            }
        )  # fmt: skip
    return "\n".join(map(_json, lines))


def _codex(messages: Sequence[Said]) -> str:
    lines: list[object] = [
        {"timestamp": "2026-03-01T00:00:00Z", "type": "session_meta", "payload": {"id": "s"}}
    ]
    for each in messages:
        kind = "input_text" if each.role == "user" else "output_text"
        payload = {"type": "message", "role": each.role, "content": [{"type": kind, "text": each.text}]}
        lines.append({"timestamp": _iso(each), "type": "response_item", "payload": payload})
        lines.append({"timestamp": _iso(each), "type": "event_msg", "payload": {"type": "token_count"}})
    return "\n".join(map(_json, lines))


def _langchain(messages: Sequence[Said]) -> str:
    kinds = {"user": "HumanMessage", "assistant": "AIMessageChunk"}
    said = [
        {
            "lc": 1,
            "type": "constructor",
            "id": ["langchain", "schema", kinds[each.role]],
            "kwargs": {"content": each.text},
        }
        if i % 2
        else {"type": "human" if each.role == "user" else "ai", "data": {"content": each.text}}
        for i, each in enumerate(messages)
    ]
    return _json(said)


def _responses(messages: Sequence[Said]) -> str:
    items: list[object] = []
    for each in messages:
        if each.role == "user":
            items.append(
                {"type": "message", "role": "user", "content": [{"type": "input_text", "text": each.text}]}
            )
        else:
            items.append({"type": "reasoning", "summary": []})
            items.append(
                {
                    "type": "message",
                    "role": "assistant",
                    "content": [{"type": "output_text", "text": each.text}],
                }
            )
    return _json({"object": "response", "id": "r", "output": items})


def _ai_sdk(messages: Sequence[Said]) -> str:
    said = [
        {
            "id": f"m{i}", "role": each.role, "createdAt": _iso(each),
            "parts": [{"type": "step-start"}, {"type": "text", "text": each.text}],
        }
        for i, each in enumerate(messages)
    ]  # fmt: skip
    return _json({"messages": said})


def _csv(messages: Sequence[Said]) -> str:
    file = io.StringIO(newline="")
    writer = csv.writer(file)
    writer.writerow(["Sent At", "Sender Name", "Message"])
    writer.writerows([_iso(each), each.name, each.text] for each in messages)
    return file.getvalue()


def _mbox(messages: Sequence[Said]) -> bytes:
    written = []
    for i, each in enumerate(messages):
        mail = EmailMessage()
        mail["From"] = f'"{each.name}" <a@example.org>'
        mail["Date"] = format_datetime(each.at or START)
        mail["Subject"] = "Re: The garden" if i else "The garden"
        mail["Message-ID"] = f"<m{i}@example.org>"
        quoted = (
            "\n\nOn Mon, 2 Mar 2026 at 09:00, Ben <b@example.org> wrote:\n> I moved to Oslo.\n"
            if i % 3 == 1
            else "\n"
        )
        mail.set_content(each.text + quoted)
        written.append(
            b"From a@example.org Mon Mar  2 09:00:00 2026\n"
            + bytes(mail).replace(b"\nFrom ", b"\n>From ")
            + b"\n"
        )
    return b"".join(written)


def _joined(text: str) -> str:
    return text.replace("\n\n", "\n")  # an empty line ends a cue


def _vtt(messages: Sequence[Said]) -> str:
    cues = [
        f"{i}\n00:{i // 60 % 60:02}:{i % 60:02}.000 --> 00:59:59.000\n<v {each.name}>{_joined(each.text)}</v>"
        for i, each in enumerate(messages)
    ]
    return "WEBVTT\n\n" + "\n\n".join(cues) + "\n"


def _iphone(messages: Sequence[Said]) -> str:
    lines = [f"[{each.at:%d.%m.%y, %H:%M:%S}] {each.name}: {each.text}" for each in messages]
    return (
        "\u200e[02.03.26, 08:00:00] Friends: \u200eMessages are end-to-end encrypted.\n"
        + "\n".join(lines)
        + "\n"
    )


def _android_us(messages: Sequence[Said]) -> str:
    def stamp(at: datetime) -> str:
        return f"{at.month}/{at.day}/{at:%y}, {at.hour % 12 or 12}:{at:%M}\u202f{at:%p} - "

    lines = [f"{stamp(each.at)}{each.name}: {each.text}" for each in messages if each.at]
    return "3/2/26, 8:00\u202fAM - Messages and calls are end-to-end encrypted.\n" + "\n".join(lines) + "\n"


def _android_cn(messages: Sequence[Said]) -> str:
    return "\n".join(f"{each.at:%Y/%m/%d %H:%M} - {each.name}: {each.text}" for each in messages) + "\n"


def _markdown(messages: Sequence[Said]) -> str:
    names = {"user": "User", "assistant": "Assistant"}
    return "# A chat\n\n" + "\n\n".join(f"## {names[each.role]}\n\n{each.text}" for each in messages) + "\n"


def _jsonl(messages: Sequence[Said]) -> str:
    return "\n".join(_json({"author": each.name, "date": _iso(each), "text": each.text}) for each in messages)


def _without_tags(said: Said) -> Said:
    return replace(said, at=None, text=said.text.replace("<b>", "").replace("</b>", "").replace("\n\n", "\n"))


FORMS = {
    "openai": Form("conversations.json", False, _chatgpt),
    "claude": Form("conversations.json", False, _claude),
    "open-webui": Form("chats.json", False, _open_webui),
    "librechat": Form("chat.json", False, _librechat),
    "sharegpt": Form("chat.json", False, _sharegpt, _undated),
    "letta": Form("agent.json", False, _letta),
    "gemini": Form("studio.json", False, _studio, _undated),
    "gemini requests": Form("contents.json", False, _contents, _undated),
    "telegram": Form("result.json", True, _telegram),
    "discord": Form("channel.json", True, _discord),
    "slack": Form("2026-03-02.json", True, _slack),
    "facebook": Form("message_1.json", True, _facebook),
    "matrix": Form("export.json", True, _matrix),
    "signal": Form("messages.json", True, _signal),
    "google-chat": Form("messages.json", True, _google_chat),
    "claude-code": Form("session.jsonl", False, _claude_code),
    "codex": Form("rollout.jsonl", False, _codex),
    "json langchain": Form("history.json", False, _langchain, _undated),
    "json responses": Form("response.json", False, _responses, _undated),
    "json ai sdk": Form("chat.json", False, _ai_sdk),
    "csv": Form("chat.csv", True, _csv),
    "mail": Form("garden.mbox", True, _mbox),
    "txt iphone": Form("chat.txt", True, _iphone),
    "txt android us": Form("chat.txt", True, _android_us, _to_the_minute),
    "txt android cn": Form("chat.txt", True, _android_cn, _to_the_minute),
    "txt markdown": Form("chat.md", False, _markdown, _undated),
    "jsonl": Form("chat.jsonl", True, _jsonl),
}
"""By the name of the format that read() gives them, and a word more where several are read as one."""

ACTIVITY = Form("MyActivity.json", False, _activity)
RECORDING = Form("meeting.vtt", True, _vtt, _without_tags)
