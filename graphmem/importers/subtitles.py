"""Transcripts of recordings: WebVTT and SubRip (SRT)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from graphmem.arguments.notes import Notes
from graphmem.errors import InputError
from graphmem.importers.chats import Fields, conversation
from graphmem.model.turn import Conversation

_TIMES: Final = re.compile(
    r"\s*((?:\d+:)?\d{1,2}:\d\d[.,]\d{1,3})\s+-->\s+((?:\d+:)?\d{1,2}:\d\d[.,]\d{1,3}).*"
)
_VOICE: Final = re.compile(r"<v(?:\.[\w.]+)?\s+([^>]+)>")
_TAGS: Final = re.compile(r"</?[a-zA-Z][^>]*>|<\d[\d:.]*>|\{\\[^}]*\}")
_NAMED: Final = re.compile(r"(?:- ?)?([^\W\d_][\w.'’ -]{0,40}?):\s+(?=\S)")


def conversations(text: str, path: Path, notes: Notes) -> Iterator[Conversation]:
    """One conversation, named by the file. Lines that one speaker says after each other are one message.

    The speaker is what a cue names: `<v Ana>` or "Ana: …"; a cue without one goes on. When it was said is
    only known as a time in the recording, which is kept in the metadata (`start`).
    """
    said: list[dict[str, object]] = []
    for start, lines in _cues(text, path):
        for speaker, words in _spoken(lines):
            if said and (speaker is None or speaker == said[-1]["name"]):
                said[-1]["content"] = f"{said[-1]['content']}\n{words}"
            else:
                said.append({"name": speaker, "content": words, "metadata": {"start": start}})
    notes.remark(
        "the file says when in the recording something was said, not on which day; messages are undated"
    )
    raw: list[Fields] = list(said)
    yield from conversation(raw, str(path), notes, path.stem)


def _cues(text: str, path: Path) -> Iterator[tuple[str, list[str]]]:
    blocks = re.split(r"\n[ \t]*\n", text.replace("\r\n", "\n").replace("\r", "\n"))
    found = False
    for block in blocks:
        lines = [line for line in block.split("\n") if line.strip()]
        at = next((number for number, line in enumerate(lines[:2]) if _TIMES.fullmatch(line)), None)
        if at is not None:
            found = True
            times = _TIMES.fullmatch(lines[at])
            yield (times[1] if times else ""), lines[at + 1 :]
        elif lines and not re.match(r"WEBVTT|NOTE\b|STYLE\b|REGION\b", lines[0].lstrip("\ufeff")):
            raise InputError(f"{path}: {lines[0][:40]!r} stands without its times (00:01.000 --> 00:04.000)")
    if not found:
        raise InputError(f"{path} holds no words with times; expected WebVTT or SubRip")


def _spoken(lines: list[str]) -> Iterator[tuple[str | None, str]]:
    """The speakers and words of a cue, one after the other."""
    voices = re.split(_VOICE, "\n".join(lines))
    if len(voices) > 1:
        for name, words in zip(voices[1::2], voices[2::2], strict=True):
            if said := _TAGS.sub("", words).strip():
                yield name.strip(), said
        return
    for line in lines:
        words = _TAGS.sub("", line).strip()
        named = _NAMED.match(words)
        if named:
            yield named[1], words[named.end() :]
        elif words:
            yield None, words
