"""Chats with assistants, as products export them: Claude, Open WebUI, LibreChat, Letta, ShareGPT."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from graphmem.arguments.content import shares
from graphmem.arguments.notes import Notes
from graphmem.arguments.text import blank, label
from graphmem.importers.chats import (
    Fields,
    a_list,
    an_object,
    branch,
    conversation,
    each_chat,
    first_of,
    items_of,
    text_of,
    time_order,
)
from graphmem.model.turn import Conversation

_OTHERS = "messages of branches that were not shown last"


class Claude:
    """Claude's data export, `conversations.json`: chats with `chat_messages`."""

    @staticmethod
    def recognises(document: object) -> bool:
        """Whether a JSON document is that export or one of its chats."""
        return "chat_messages" in first_of(document)

    @staticmethod
    def conversations(document: object, path: Path, notes: Notes) -> Iterator[Conversation]:
        """One conversation per chat: the branch with the newest message.

        Attached texts are turns of a tool: kept and found, and nobody's statement. Claude's summary of a chat
        is left out.
        """

        def chat(chat: Fields, place: str, number: int) -> Iterator[Conversation]:
            listed = a_list(chat.get("chat_messages"), place, "chat_messages")
            said = _tree(listed, "uuid", "parent_message_uuid", "created_at", None, place, notes)
            notes.leave_out("summaries of chats", not blank(text_of(chat.get("summary"))))
            session = label(chat.get("uuid"), place, "the uuid") or f"{path.stem}-{number}"
            raw = (_claude(each, chat.get("name"), notes) for each in said)
            yield from conversation(raw, place, notes, session)

        yield from each_chat(items_of(document), path, notes, chat)


def _claude(said: Fields, title: object, notes: Notes) -> Fields:
    blocks = said.get("content")
    typed = isinstance(blocks, list) and any(
        isinstance(each, Mapping) and not blank(text_of(each.get("text"))) for each in blocks
    )
    parts: list[Any] = list(blocks) if typed and isinstance(blocks, list) else [text_of(said.get("text"))]
    for each in a_list(said.get("attachments") or [], "a message", "attachments"):
        name = text_of(an_object(each, "an attachment", "it").get("file_name")) or "a file"
        parts += [shares(name), {"type": "tool_result", "content": each.get("extracted_content") or ""}]
    for each in a_list(said.get("files") or [], "a message", "files"):
        parts.append(shares(text_of(an_object(each, "a file", "it").get("file_name")) or "a file"))
    return {
        "role": said.get("sender"),
        "content": parts,
        "timestamp": said.get("created_at"),
        "id": said.get("uuid"),
        "metadata": _titled(title),
    }


class OpenWebUI:
    """Open WebUI's export: chats whose `chat.history` is a tree of messages."""

    @staticmethod
    def recognises(document: object) -> bool:
        """Whether a JSON document is that export or one of its chats."""
        chat = first_of(document).get("chat")
        return isinstance(chat, Mapping) and ("history" in chat or "messages" in chat)

    @staticmethod
    def conversations(document: object, path: Path, notes: Notes) -> Iterator[Conversation]:
        """One conversation per chat: the branch that was shown last (`currentId`)."""

        def chat(item: Fields, place: str, number: int) -> Iterator[Conversation]:
            chat = an_object(item.get("chat"), place, "the chat")
            history = chat.get("history") or {}
            kept = an_object(history, place, "the history").get("messages")
            said = list(kept.values()) if isinstance(kept, Mapping) else chat.get("messages")
            listed = a_list(said, place, "messages")
            read = _tree(listed, "id", "parentId", "timestamp", history.get("currentId"), place, notes)
            title = chat.get("title") or item.get("title")
            raw = ({**_without(each), "metadata": _titled(title)} for each in read)
            session = label(item.get("id"), place, "the id") or f"{path.stem}-{number}"
            yield from conversation(raw, place, notes, session)

        yield from each_chat(items_of(document), path, notes, chat)


def _without(said: Fields) -> Fields:
    return {key: said.get(key) for key in ("role", "content", "timestamp", "id", "files")}


class LibreChat:
    """LibreChat's export: `messages` with `isCreatedByUser`, flat or nested by `children`."""

    @staticmethod
    def recognises(document: object) -> bool:
        """Whether a JSON document is that export."""
        listed = first_of(document).get("messages")
        first = first_of(listed) if isinstance(listed, list) else {}
        return "isCreatedByUser" in first or ("messageId" in first and "parentMessageId" in first)

    @staticmethod
    def conversations(document: object, path: Path, notes: Notes) -> Iterator[Conversation]:
        """One conversation per chat: the branch with the newest message."""

        def chat(chat: Fields, place: str, number: int) -> Iterator[Conversation]:
            listed = list(_nested(a_list(chat.get("messages"), place, "messages"), place))
            read = _tree(listed, "messageId", "parentMessageId", "createdAt", None, place, notes)
            name = chat.get("conversationId")
            raw = (_librechat(each, chat.get("title")) for each in read)
            yield from conversation(
                raw, place, notes, label(name, place, "the conversationId") or f"{path.stem}-{number}"
            )

        yield from each_chat(items_of(document), path, notes, chat)


def _nested(listed: object, place: str) -> Iterator[Fields]:
    for each in a_list(listed, place, "messages"):
        message = an_object(each, place, "a message")
        yield message
        yield from _nested(message.get("children") or [], place)


def _librechat(said: Fields, title: object) -> Fields:
    content = said.get("content") if not text_of(said.get("text")) else said.get("text")
    return {
        "role": "user" if said.get("isCreatedByUser") else "assistant",
        "content": content,
        "timestamp": said.get("createdAt"),
        "id": said.get("messageId"),
        "files": said.get("files"),
        "metadata": _titled(title),
    }


class ShareGPT:
    """ShareGPT's form: `conversations` of `from` and `value`."""

    @staticmethod
    def recognises(document: object) -> bool:
        """Whether a JSON document is in that form."""
        first = first_of(document)
        listed = first.get("conversations", first.get("conversation"))
        return isinstance(listed, list) and {"from", "value"} <= first_of(listed).keys()

    @staticmethod
    def conversations(document: object, path: Path, notes: Notes) -> Iterator[Conversation]:
        """One conversation per item, named by its id or its number in the file."""

        def chat(chat: Fields, place: str, number: int) -> Iterator[Conversation]:
            listed = a_list(chat.get("conversations", chat.get("conversation")), place, "conversations")
            raw = (an_object(each, place, "a message") for each in listed)
            session = label(chat.get("id"), place, "the id") or f"{path.stem}-{number}"
            system = chat.get("system")
            before = [{"role": "system", "content": system}] if text_of(system) else []
            yield from conversation([*before, *raw], place, notes, session)

        yield from each_chat(items_of(document), path, notes, chat)


class Letta:
    """Letta's agent files (`.af`): agents with their messages."""

    @staticmethod
    def recognises(document: object) -> bool:
        """Whether a JSON document is an agent file, of the present or the former form."""
        first = first_of(document)
        return isinstance(first.get("agents"), list) or {"agent_type", "messages"} <= first.keys()

    @staticmethod
    def conversations(document: object, path: Path, notes: Notes) -> Iterator[Conversation]:
        """One conversation per agent, in order; its instructions and memory blocks are left out."""
        whole = first_of(document)
        agents = whole.get("agents", [whole])

        def chat(agent: Fields, place: str, number: int) -> Iterator[Conversation]:
            listed = [
                an_object(m, place, "a message") for m in a_list(agent.get("messages"), place, "messages")
            ]
            instructions = [each for each in listed if each.get("role") == "system"]
            notes.leave_out("instructions of agents", len(instructions))
            raw = (_letta(each) for each in listed if each.get("role") != "system")
            name = label(agent.get("name") or agent.get("id"), place, "the name")
            yield from conversation(raw, place, notes, name or f"{path.stem}-{number}")

        blocks = whole.get("blocks") or whole.get("core_memory") or []
        notes.leave_out("memory blocks of agents", len(a_list(blocks, str(path), "blocks")))
        yield from each_chat(a_list(agents, str(path), "agents"), path, notes, chat)


def _letta(said: Fields) -> Fields:
    kept = ("role", "content", "text", "name", "created_at", "id", "tool_calls")
    returned = [
        _returned(each) for each in a_list(said.get("tool_returns") or [], "a message", "tool_returns")
    ]
    fields = {key: said.get(key) for key in kept if said.get(key) is not None}
    return {**fields, "content": returned} if returned and not fields.get("content") else fields


def _returned(value: object) -> Fields:
    returned = an_object(value, "a tool's return", "it")
    return {"type": "tool_result", "content": returned.get("func_response") or returned.get("stdout") or ""}


def _tree(
    listed: object, id: str, parent: str, time: str, current: object, place: str, notes: Notes
) -> list[Fields]:
    """The branch that was shown last of a list of messages that name their parents; all where none does."""
    said = [an_object(each, place, "a message") for each in a_list(listed, place, "messages")]
    nodes = {each[id]: each for each in said if isinstance(each.get(id), str)}
    if len(nodes) < len(said) or not any(text_of(each.get(parent)) in nodes for each in said):
        return said
    shown = branch(nodes, parent, lambda node: time_order(node.get(time)), current, place)
    notes.leave_out(_OTHERS, len(nodes) - len(shown))
    return shown


def _titled(title: object) -> dict[str, str]:
    return {"title": title} if isinstance(title, str) and title else {}
