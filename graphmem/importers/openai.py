"""OpenAI's forms: ChatGPT's data export (conversations.json), and chats as the API takes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from graphmem.arguments.content import shares, words
from graphmem.arguments.messages import message
from graphmem.arguments.text import blank, label, shown
from graphmem.errors import InputError
from graphmem.importers import plain
from graphmem.model.turn import Conversation, Message

_SPOKEN = ("text", "multimodal_text")


def recognises(document: object) -> bool:
    """Whether a JSON document is a ChatGPT export or one of its conversations."""
    first = document[0] if isinstance(document, list) and document else document
    return isinstance(first, Mapping) and isinstance(first.get("mapping"), Mapping)


def conversations(document: object, path: Path) -> Iterator[Conversation]:
    """One conversation per chat; an API chat is read as `plain` does.

    Of an exported chat's tree the branch that was last shown is read, from its root to `current_node`: what
    the user and the assistant said to each other, without hidden messages, calls of tools, their output, and
    reasoning. The title is kept in each message's metadata.
    """
    if not recognises(document):
        yield from plain.conversations(document, path)
        return
    for number, chat in enumerate(document if isinstance(document, list) else [document], 1):
        place = f"{path}, conversation {number}"
        if not isinstance(chat, Mapping) or not isinstance(chat.get("mapping"), Mapping):
            raise InputError(
                f"{place} is {shown(chat)}; expected a chat of ChatGPT's export with its mapping"
            )
        name = chat.get("conversation_id") or chat.get("id")
        session = label(name, place, "the conversation id") or f"{path.stem}-{number}"
        title = chat.get("title")
        extra = {"title": title} if isinstance(title, str) and title else {}
        shown_branch = [node for node in _branch(chat, place) if _spoken(node)]
        read = [_message(node, extra, f"{place}, message {n}") for n, node in enumerate(shown_branch, 1)]
        if read:
            yield Conversation(session, tuple(read))


def _branch(chat: Mapping[str, Any], place: str) -> list[Mapping[str, Any]]:
    """The messages from the root to the node that was open when the chat was exported."""
    mapping = chat["mapping"]
    at = chat.get("current_node") or _last_leaf(mapping)
    branch: list[Mapping[str, Any]] = []
    visited: set[str] = set()
    while at is not None:
        node = mapping.get(at) if isinstance(at, str) else None
        if not isinstance(node, Mapping):
            raise InputError(f"{place}: the node {shown(at)} is not in the mapping; export the data again")
        if at in visited:
            raise InputError(f"{place}: the parents of {shown(at)} run in a circle; export the data again")
        visited.add(at)
        if isinstance(node.get("message"), Mapping):
            branch.append(node["message"])
        at = node.get("parent")
    return branch[::-1]


def _last_leaf(mapping: Mapping[str, Any]) -> str | None:
    leaves = [key for key, node in mapping.items() if isinstance(node, Mapping) and not node.get("children")]
    return leaves[-1] if leaves else None


def _spoken(said: Mapping[str, Any]) -> bool:
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


def _text(content: Mapping[str, Any]) -> str:
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


def _message(said: Mapping[str, Any], extra: dict[str, str], place: str) -> Message:
    bare = {
        "role": said["author"]["role"],
        "name": said["author"].get("name"),
        "content": _text(said["content"]),
        "timestamp": said.get("create_time"),
        "id": said.get("id"),
        "metadata": extra,
    }
    return message(bare, place)
