"""Google: Gemini's activity in a takeout, chats of AI Studio, requests of the API; Google Chat's takeout."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path

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

_PROMPTED = ("Prompted ", "Eingegebener Prompt: ", "Requête : ", "Se introdujo: ", "Prompt: ")
_BREAKS = {"p", "br", "div", "li", "tr", "h1", "h2", "h3", "h4", "pre", "ul", "ol"}


def recognises(document: object) -> bool:
    """Whether a JSON document is one of the forms named above."""
    first = first_of(document)
    return _is_activity(first) or "chunkedPrompt" in first or _parts(first) is not None


def conversations(document: object, path: Path, notes: Notes) -> Iterator[Conversation]:
    """A chat of AI Studio or of the API is a conversation; the activity is one conversation per day.

    Of an activity the prompt and the answer are read, oldest first; other activities than prompts are left
    out and counted.
    """
    if _is_activity(first_of(document)):
        yield from _activity(items_of(document), path, notes)
        return

    def chat(chat: Fields, place: str, number: int) -> Iterator[Conversation]:
        said = [an_object(each, place, "a message") for each in a_list(_parts(chat), place, "messages")]
        thoughts = [each for each in said if each.get("isThought")]
        notes.leave_out("a model's reasoning", len(thoughts))
        raw = (_chunk(each) for each in said if not each.get("isThought"))
        session = f"{path.stem}-{number}" if isinstance(document, list) else path.stem
        yield from conversation(raw, place, notes, session)

    yield from each_chat(items_of(document), path, notes, chat)


def _parts(first: Fields) -> object:
    prompt = first.get("chunkedPrompt")
    if isinstance(prompt, Mapping):
        return prompt.get("chunks")
    contents = first.get("contents", first.get("history"))
    spoken = isinstance(contents, list) and "parts" in first_of(contents)
    return contents if spoken else None


def _chunk(said: Fields) -> Fields:
    kept = ("role", "text", "parts", "createTime")
    return {"content": "", **{key: said[key] for key in kept if said.get(key) is not None}}


def _is_activity(first: Fields) -> bool:
    return {"header", "title", "time"} <= first.keys() or {"header", "title", "products"} <= first.keys()


def _activity(items: list[object], path: Path, notes: Notes) -> Iterator[Conversation]:
    days: dict[str, list[Fields]] = {}
    for number, item in enumerate(items, 1):
        entry = an_object(item, f"{path}, activity {number}", "the activity")
        prompt, answer = _prompt(entry), _answer(entry)
        if prompt is None:
            notes.leave_out("activities that are no prompts")
            continue
        day = text_of(entry.get("time"))[:10]
        said = [{"role": "user", "content": prompt, "timestamp": entry.get("time")}]
        if answer:
            said.append({"role": "assistant", "content": answer, "timestamp": entry.get("time")})
        days.setdefault(day, [])[:0] = said  # the file has the newest first
    for day in sorted(days):
        place = f"{path}, {day or 'without a day'}"
        yield from conversation(
            days[day], place, notes, label(f"{path.stem} {day}", place, "the session"), sort=True
        )


def _prompt(entry: Fields) -> str | None:
    title = text_of(entry.get("title"))
    return next((title.removeprefix(words) for words in _PROMPTED if title.startswith(words)), None)


def _answer(entry: Fields) -> str:
    shown = entry.get("safeHtmlItem") or entry.get("subtitles") or []
    listed = shown if isinstance(shown, list) else []
    return "\n".join(
        plain_text(text_of(each.get("html"))) for each in listed if isinstance(each, Mapping)
    ).strip()


def plain_text(html: str) -> str:
    """The words of a piece of HTML, a line for each paragraph."""
    words = _Words()
    words.feed(html)
    words.close()
    lines = (line.rstrip() for line in "".join(words.found).splitlines())
    return "\n".join(line for line in lines if line)


class _Words(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []

    def handle_data(self, data: str) -> None:
        self.found.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _BREAKS:
            self.found.append("\n")
