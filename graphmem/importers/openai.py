"""OpenAI's forms: ChatGPT's data export (conversations.json), and chats as the API takes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from graphmem.arguments.content import shares, words
from graphmem.arguments.notes import Notes
from graphmem.arguments.text import blank, label, shown
from graphmem.importers import plain
from graphmem.importers.chats import (
    Fields,
    an_object,
    branch,
    conversation,
    each_chat,
    items_of,
    text_of,
    time_order,
)
from graphmem.model.turn import Conversation

_SPOKEN = ("text", "multimodal_text")


def recognises(document: object) -> bool:
    """Whether a JSON document is a ChatGPT export or one of its conversations."""
    return any(isinstance(each, Mapping) and "mapping" in each for each in items_of(document)[:20])


def conversations(document: object, path: Path, notes: Notes) -> Iterator[Conversation]:
    """One conversation per chat; an API chat is read as `plain` does.

    Of an exported chat's tree the branch that was last shown is read, from its root to `current_node`, or
    where there is no such node to the newest leaf: what the user and the assistant said to each other,
    without hidden messages, calls of tools, their output, and reasoning. The title is kept in each message's
    metadata.
    """
    if not recognises(document):
        yield from plain.conversations(document, path, notes)
        return

    def chat(chat: Fields, place: str, number: int) -> Iterator[Conversation]:
        name = chat.get("conversation_id") or chat.get("id")
        session = label(name, place, "the conversation id") or f"{path.stem}-{number}"
        title = text_of(chat.get("title"))
        said = list(_branch(chat, place, notes))
        yield from conversation((_raw(each, title) for each in said), place, notes, session)

    yield from each_chat(items_of(document), path, notes, chat)


def _branch(chat: Fields, place: str, notes: Notes) -> Iterator[Fields]:
    """What was said on the branch that was open when the chat was exported."""
    mapping = an_object(chat.get("mapping") or {}, place, "the mapping")
    nodes = {key: an_object(node, place, f"the node {shown(key)}") for key, node in mapping.items()}
    shown_nodes = branch(nodes, "parent", _created, chat.get("current_node"), place)
    open_ids = {id(node) for node in shown_nodes}
    others = [node for node in nodes.values() if id(node) not in open_ids and _spoken(node.get("message"))]
    notes.leave_out("messages of branches that were not shown last", len(others))
    for node in shown_nodes:
        message = node.get("message")
        if isinstance(message, Mapping) and _spoken(message):
            yield message
        elif isinstance(message, Mapping):
            notes.leave_out("hidden messages, calls of tools, their output, and reasoning")


def _created(node: Fields) -> float:
    message = node.get("message")
    return time_order(message.get("create_time")) if isinstance(message, Mapping) else 0.0


def _spoken(said: object) -> bool:
    if not isinstance(said, Mapping):
        return False
    content, author = said.get("content"), said.get("author")
    if not isinstance(content, Mapping) or not isinstance(author, Mapping):
        return False
    metadata = said.get("metadata")
    hidden = isinstance(metadata, Mapping) and metadata.get("is_visually_hidden_from_conversation")
    return (
        author.get("role") in ("user", "assistant")
        and content.get("content_type") in _SPOKEN
        and said.get("recipient", "all") == "all"
        and not hidden
        and not blank(_text(content))
    )


def _text(content: Fields) -> str:
    parts = content.get("parts") or []
    typed = [_typed(part) for part in parts] if isinstance(parts, list) else []
    return words({"content": typed}, "a chat of the export")


def _typed(part: object) -> object:
    """A part of the export in the API's form; its pictures are pointers without a caption."""
    if not isinstance(part, Mapping):
        return part if isinstance(part, str) else ""
    kind = str(part.get("content_type", ""))
    drawn = (part.get("metadata") or {}).get("dalle") if isinstance(part.get("metadata"), Mapping) else None
    prompt = drawn.get("prompt") if isinstance(drawn, Mapping) else None
    if isinstance(prompt, str) and prompt:
        return shares(f"a picture: {prompt}")
    if "text" not in part and "audio" in kind and "image" not in kind:
        return ""  # the recording of a spoken turn, whose transcript is a part of its own
    return {"type": kind or "text", **{key: part[key] for key in ("text", "name") if key in part}}


def _raw(said: Fields, title: str) -> Fields:
    author, content = said["author"], said["content"]
    return {
        "role": author.get("role"),
        "name": author.get("name"),
        "content": _text(content),
        "timestamp": said.get("create_time"),
        "id": said.get("id"),
        "metadata": {"title": title} if title else {},
    }
