"""Who speaks to whom: what "I" and "you" stand for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.model.turn import Turn

_NOTE = re.compile(r"^Speakers: (.+)$", re.M)
_ROLES = {"user", "assistant", "system", "tool", "human", "ai", ""}
_ASSISTANT = {"assistant", "ai"}


@dataclass(frozen=True, slots=True)
class Cast:
    """The names that pronouns of one turn are replaced by.

    speaker: "Caroline", "the user" or "the assistant"; addressee: None when "you" could be several people.
    by_assistant: the turn is the assistant's; between_people: the addressee is a person.
    """

    speaker: str
    addressee: str | None
    by_assistant: bool = False
    between_people: bool = False


@dataclass(frozen=True, slots=True)
class Speakers:
    """The people of a conversation, as far as it is known, and whether one side is an assistant."""

    people: tuple[str, ...]
    assistant: str = ""

    @classmethod
    def of(cls, turns: Sequence[Turn], note: str) -> Speakers:
        """From the turns of a segment and the note that the segment before left."""
        noted = _NOTE.search(note)
        earlier = noted.group(1).split("; ") if noted else []
        people = [name for name in earlier if not name.endswith(" (assistant)")]
        assistants = [name.removesuffix(" (assistant)") for name in earlier if name not in people]
        for turn in turns:
            (assistants if turn.role in _ASSISTANT else people).append(shown(turn))
        return cls(tuple(dict.fromkeys(people)), assistants[0] if assistants else "")

    @property
    def note(self) -> str:
        """What the next segment must know; `of` reads it back."""
        names = [*self.people, *([f"{self.assistant} (assistant)"] if self.assistant else [])]
        return "Speakers: " + "; ".join(names) if names else ""

    def cast(self, turn: Turn) -> Cast:
        """Who is I and who is you in this turn."""
        speaker = shown(turn)
        if turn.role in _ASSISTANT:
            return Cast(speaker, self.people[0] if len(self.people) == 1 else None, True)
        others = [name for name in (*self.people, self.assistant) if name and name != speaker]
        alone = len(others) == 1
        return Cast(speaker, others[0] if alone else None, between_people=alone and not self.assistant)

    @property
    def names(self) -> tuple[str, ...]:
        """Proper names only."""
        return tuple(name for name in (*self.people, self.assistant) if is_name(name))


def shown(turn: Turn) -> str:
    """The speaker's name byte for byte, or "the user" / "the assistant" when there is none."""
    if turn.speaker.strip().lower() not in _ROLES:
        return turn.speaker
    return "the assistant" if turn.role in _ASSISTANT else "the user"


def is_name(name: str) -> bool:
    return bool(name) and name not in ("the user", "the assistant")
