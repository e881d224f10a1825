"""What messengers export: Telegram, Discord, Slack, Facebook and Instagram, Matrix, Signal, Google Chat."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from graphmem.arguments.content import shares
from graphmem.arguments.notes import Notes
from graphmem.arguments.text import label
from graphmem.importers.chats import (
    Fields,
    a_list,
    an_object,
    conversation,
    each_chat,
    first_of,
    items_of,
    text_of,
)
from graphmem.model.turn import Conversation

NOTICES = "notices of the messenger"
_SLACK_NAMES = ("display_name", "real_name", "name")
_SLACK_MARKS = re.compile(
    r"<(?:@(\w+)(?:\|([^>]*))?|#\w+\|([^>]*)|(https?://[^|>]+|mailto:[^|>]+)(?:\|([^>]*))?)>"
)
_CHAT_DATE = re.compile(
    r"\w+, (\w+ \d{1,2}, \d{4}) at (\d{1,2}:\d\d:\d\d)[\s\u202f](AM|PM) UTC", re.IGNORECASE
)


class Telegram:
    """Telegram Desktop's `result.json`: one chat, or all of them under `chats.list`."""

    @staticmethod
    def recognises(document: object) -> bool:
        """Whether a JSON document is that export."""
        first = first_of(document)
        chats = first.get("chats")
        if isinstance(chats, Mapping) and isinstance(chats.get("list"), list):
            return True
        listed = first.get("messages")
        return (
            isinstance(listed, list)
            and "type" in first
            and {"date", "type", "text"} <= first_of(listed).keys()
        )

    @staticmethod
    def conversations(document: object, path: Path, notes: Notes) -> Iterator[Conversation]:
        """One conversation per chat, named by it."""
        whole = first_of(document)
        chats = whole.get("chats")
        listed = a_list(chats.get("list"), str(path), "chats") if isinstance(chats, Mapping) else [whole]

        def chat(chat: Fields, place: str, number: int) -> Iterator[Conversation]:
            name = text_of(chat.get("name")) or f"{path.stem}-{number}"
            yield from _room(name, chat.get("messages"), path, notes, _telegram)

        yield from each_chat(listed, path, notes, chat)


def _telegram(said: Fields) -> Fields | None:
    if said.get("type") != "message":
        return None
    text = said.get("text")
    if isinstance(text, list):  # plain texts and marked ones ({"type": "link", "text": …}) in turn
        text = "".join(
            text_of(each.get("text")) if isinstance(each, Mapping) else text_of(each) for each in text
        )
    shared = next((said[key] for key in ("file_name", "file", "photo") if text_of(said.get(key))), "")
    return {
        "role": "user",
        "name": said.get("from") or said.get("from_id"),
        "content": text or (shares(Path(text_of(shared)).name) if shared else ""),
        "timestamp": said.get("date_unixtime") or said.get("date"),
        "id": said.get("id"),
        "metadata": _about(said, "reply_to_message_id", "forwarded_from"),
    }


class Discord:
    """DiscordChatExporter's JSON: `guild`, `channel` and `messages`."""

    @staticmethod
    def recognises(document: object) -> bool:
        """Whether a JSON document is that export."""
        first = first_of(document)
        return isinstance(first.get("channel"), Mapping) and isinstance(first.get("messages"), list)

    @staticmethod
    def conversations(document: object, path: Path, notes: Notes) -> Iterator[Conversation]:
        """One conversation per channel."""

        def chat(export: Fields, place: str, number: int) -> Iterator[Conversation]:
            channel = an_object(export.get("channel") or {}, place, "the channel")
            name = text_of(channel.get("name")) or path.stem
            yield from _room(name, export.get("messages"), path, notes, _discord)

        yield from each_chat(items_of(document), path, notes, chat)


def _discord(said: Fields) -> Fields | None:
    if said.get("type") not in (None, "Default", "Reply", 0, 19):
        return None
    author = said.get("author")
    return {
        "role": "user",
        "author": {key: each for key, each in author.items() if key != "role"}
        if isinstance(author, Mapping)
        else author,
        "content": said.get("content"),
        "timestamp": said.get("timestamp"),
        "id": said.get("id"),
        "attachments": said.get("attachments"),
    }


class Slack:
    """Slack's export of a day or a channel: a list of messages with `ts`."""

    @staticmethod
    def recognises(document: object) -> bool:
        """Whether a JSON document is a list of Slack's messages, bare or under `messages`."""
        first = first_of(document)
        listed = first.get("messages")
        said = first_of(listed) if isinstance(listed, list) else first
        return "ts" in said and ("user" in said or "bot_id" in said or said.get("type") == "message")

    @staticmethod
    def conversations(document: object, path: Path, notes: Notes) -> Iterator[Conversation]:
        """One conversation named by the file; replies follow in the order of time."""
        whole = document.get("messages") if isinstance(document, Mapping) else document
        yield from slack(a_list(whole, str(path), "messages"), path.stem, path, notes, {})


def slack(
    listed: object, name: str, path: Path, notes: Notes, users: Mapping[str, str]
) -> Iterator[Conversation]:
    """A channel's messages; users: their names by id."""
    known = {**_profiles(listed), **users}

    def raw(said: Fields) -> Fields | None:
        if said.get("subtype") not in (None, "bot_message", "thread_broadcast", "file_share", "me_message"):
            return None
        user = text_of(said.get("user")) or text_of(said.get("bot_id"))
        return {
            "role": "user",
            "name": known.get(user) or said.get("username") or user or None,
            "content": _SLACK_MARKS.sub(lambda mark: _slack_mark(mark, known), text_of(said.get("text"))),
            "timestamp": said.get("ts"),
            "id": said.get("client_msg_id") or said.get("ts"),
            "files": said.get("files"),
            "metadata": _about(said, "thread_ts"),
        }

    yield from _room(name, listed, path, notes, raw)


def slack_users(document: object, path: Path) -> dict[str, str]:
    """Names by id, of an export's `users.json`."""
    found = {}
    for each in a_list(document, str(path), "users"):
        user = an_object(each, str(path), "a user")
        profile = _mapping(user.get("profile"))
        if name := _slack_name(profile) or _slack_name(user):
            found[text_of(user.get("id"))] = name
    return found


def _profiles(listed: object) -> dict[str, str]:
    found = {}
    for each in listed if isinstance(listed, list) else []:
        profile = each.get("user_profile") if isinstance(each, Mapping) else None
        if isinstance(profile, Mapping) and (name := _slack_name(profile, first="real_name")):
            found[text_of(each.get("user"))] = name
    return found


def _slack_name(profile: Fields, first: str = "display_name") -> str:
    return next((text_of(profile[key]) for key in (first, *_SLACK_NAMES) if profile.get(key)), "")


def _slack_mark(mark: re.Match[str], users: Mapping[str, str]) -> str:
    user, named, channel, link, words = mark.groups()
    if user:
        return f"@{users.get(user) or named or user}"
    return f"#{channel}" if channel else words or link.removeprefix("mailto:")


class Facebook:
    """Facebook's and Instagram's `message_1.json`: `participants` and `messages`, newest first."""

    @staticmethod
    def recognises(document: object) -> bool:
        """Whether a JSON document is that export."""
        listed = first_of(document).get("messages")
        return isinstance(listed, list) and {"sender_name", "timestamp_ms"} <= first_of(listed).keys()

    @staticmethod
    def conversations(document: object, path: Path, notes: Notes) -> Iterator[Conversation]:
        """One conversation per thread, oldest first; texts that were written as Latin-1 are put right."""

        def chat(thread: Fields, place: str, number: int) -> Iterator[Conversation]:
            name = text_of(thread.get("thread_path")) or utf8(text_of(thread.get("title"))) or path.stem
            yield from _room(name, thread.get("messages"), path, notes, _facebook, sort=True)

        yield from each_chat(items_of(document), path, notes, chat)


def _facebook(said: Fields) -> Fields | None:
    shared = next(
        (said[key] for key in ("photos", "videos", "audio_files", "files", "gifs") if said.get(key)), None
    )
    words = utf8(text_of(said.get("content")))
    first = first_of(shared)
    return {
        "role": "user",
        "name": utf8(text_of(said.get("sender_name"))) or None,
        "content": words or (shares(Path(text_of(first.get("uri"))).name) if first.get("uri") else ""),
        "timestamp": said.get("timestamp_ms"),
    }


def utf8(text: str) -> str:
    """Text whose UTF-8 bytes were taken for Latin-1, put right; any other text as it is."""
    try:
        return text.encode("latin-1").decode("utf-8")
    except (UnicodeEncodeError, UnicodeDecodeError):
        return text


class Matrix:
    """Element's export of a room: events with `origin_server_ts`."""

    @staticmethod
    def recognises(document: object) -> bool:
        """Whether a JSON document is that export, or a list of events."""
        first = first_of(document)
        listed = first.get("messages", first.get("chunk"))
        return "origin_server_ts" in (first_of(listed) if isinstance(listed, list) else first)

    @staticmethod
    def conversations(document: object, path: Path, notes: Notes) -> Iterator[Conversation]:
        """One conversation, named by the room or the file, in the order of time."""
        whole = document if isinstance(document, Mapping) else {"messages": document}
        name = text_of(whole.get("room_name")) or path.stem
        listed = whole.get("messages", whole.get("chunk"))
        yield from _room(name, listed, path, notes, _matrix, sort=True)


def _matrix(said: Fields) -> Fields | None:
    content = said.get("content")
    if said.get("type") != "m.room.message" or not isinstance(content, Mapping):
        return None
    relates = content.get("m.relates_to")
    if isinstance(relates, Mapping) and relates.get("rel_type") == "m.replace":
        return None
    body = text_of(content.get("body"))
    pictured = content.get("msgtype") in ("m.image", "m.file", "m.video", "m.audio")
    return {
        "role": "user",
        "name": said.get("sender"),
        "content": shares(body) if pictured and body else body,
        "timestamp": said.get("origin_server_ts"),
        "id": said.get("event_id"),
    }


class Signal:
    """Signal's messages, as public tools write them: `body` with `sent_at` or `date`, and who sent it."""

    @staticmethod
    def recognises(document: object) -> bool:
        """Whether a JSON document is a list of them, bare or under `messages`."""
        first = first_of(document)
        listed = first.get("messages")
        said = first_of(listed) if isinstance(listed, list) else first
        return "body" in said and bool({"sent_at", "dateSent", "date_sent", "received_at"} & said.keys())

    @staticmethod
    def conversations(document: object, path: Path, notes: Notes) -> Iterator[Conversation]:
        """One conversation per `conversationId`, or one named by the file, in the order of time."""
        whole = document.get("messages") if isinstance(document, Mapping) else document
        rooms: dict[str, list[Fields]] = {}
        for each in a_list(whole, str(path), "messages"):
            said = an_object(each, str(path), "a message")
            rooms.setdefault(text_of(said.get("conversationId")) or path.stem, []).append(said)
        for name, listed in rooms.items():
            yield from _room(name, listed, path, notes, _signal, sort=True)


def _signal(said: Fields) -> Fields | None:
    if said.get("type") not in (None, "incoming", "outgoing"):
        return None
    own = said.get("type") == "outgoing"
    names = ("sender", "sourceName", "source_name", "profileName", "source", "sourceServiceId")
    sent = ("sent_at", "dateSent", "date_sent", "received_at")
    return {
        "role": "user",
        "name": None if own else next((said[key] for key in names if said.get(key)), None),
        "content": said.get("body"),
        "timestamp": next((said[key] for key in sent if said.get(key)), None),
        "id": said.get("id"),
        "attachments": said.get("attachments"),
    }


class GoogleChat:
    """Google Chat's takeout: messages with `creator` and `created_date`."""

    @staticmethod
    def recognises(document: object) -> bool:
        """Whether a JSON document is that export."""
        listed = first_of(document).get("messages")
        return isinstance(listed, list) and {"creator", "created_date"} <= first_of(listed).keys()

    @staticmethod
    def conversations(document: object, path: Path, notes: Notes) -> Iterator[Conversation]:
        """One conversation, named by the file's folder, which is the room."""
        listed = first_of(document).get("messages")
        name = path.resolve().parent.name or path.stem
        yield from _room(name, listed, path, notes, _google)


def _google(said: Fields) -> Fields | None:
    told = text_of(said.get("created_date"))
    stamp = _CHAT_DATE.fullmatch(told.replace("\u202f", " "))
    at = None
    with suppress(ValueError):  # a month that is none; then the key is told as one that was not understood
        at = datetime.strptime(" ".join(stamp.groups()), "%B %d, %Y %I:%M:%S %p") if stamp else None
    return {
        "role": "user",
        "creator": {
            key: each for key, each in _mapping(said.get("creator")).items() if key in ("name", "email")
        },
        "content": said.get("text"),
        "timestamp": at,
        "created_date": None if at else told,
        "id": said.get("message_id"),
    }


def _room(
    name: str,
    messages: object,
    path: Path,
    notes: Notes,
    raw: Callable[[Fields], Fields | None],
    *,
    sort: bool = False,
) -> Iterator[Conversation]:
    """A room, channel or chat as a conversation; what `raw` gives None for is a notice of the messenger."""
    place = f"{path}, {name}"
    listed = [an_object(each, place, "a message") for each in a_list(messages, place, "messages")]
    converted = [raw(each) for each in listed]
    notes.leave_out(NOTICES, sum(each is None for each in converted))
    said = (each for each in converted if each is not None)
    yield from conversation(said, place, notes, label(name, place, "the name of the room"), sort=sort)


def _about(said: Fields, *keys: str) -> dict[str, Any]:
    return {key: said[key] for key in keys if said.get(key) is not None}


def _mapping(value: object) -> Fields:
    return value if isinstance(value, Mapping) else {}
