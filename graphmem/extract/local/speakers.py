"""Who speaks to whom: what "I" and "you" stand for."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.model.stated import MEMORY
from graphmem.model.turn import Turn

_NOTE = re.compile(r"^Speakers: (\{.*\})$", re.M)
_MOST_NOTED = 50
_ROLES = {"user", "assistant", "system", "developer", "tool", "function", "human", "ai", MEMORY, ""}
_ASSISTANT = {"assistant", "ai"}
_NOBODY = {"system", "developer", "tool", "function", MEMORY}


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
        people, assistant = _noted(note)
        for turn in turns:
            if assists(turn):
                assistant = assistant or shown(turn)
            elif speaks(turn):
                people.append(shown(turn))
        return cls(tuple(dict.fromkeys(people)), assistant)

    @property
    def note(self) -> str:
        """What the next segment must know; `of` reads it back."""
        if not self.people and not self.assistant:
            return ""
        known = {"people": self.people[:_MOST_NOTED], "assistant": self.assistant}
        return "Speakers: " + json.dumps(known, ensure_ascii=False)

    def cast(self, turn: Turn) -> Cast:
        """Who is I and who is you in this turn."""
        speaker = shown(turn)
        if assists(turn):
            return Cast(speaker, self.people[0] if len(self.people) == 1 else None, True)
        others = [name for name in (*self.people, self.assistant) if name and name != speaker]
        alone = len(others) == 1
        return Cast(speaker, others[0] if alone else None, between_people=alone and not self.assistant)

    @property
    def names(self) -> tuple[str, ...]:
        """Proper names only."""
        return tuple(name for name in (*self.people, self.assistant) if is_name(name))


def _noted(note: str) -> tuple[list[str], str]:
    """People and assistant of a note; nobody when it is another encoder's."""
    found = _NOTE.search(note)
    try:
        known = json.loads(found.group(1)) if found else {}
        return [str(name) for name in known.get("people", [])], str(known.get("assistant", ""))
    except (ValueError, TypeError):
        return [], ""


def assists(turn: Turn) -> bool:
    """The assistant says it."""
    return turn.role in _ASSISTANT


def speaks(turn: Turn) -> bool:
    """Somebody says it: instructions of the system and what tools return are nobody's statements."""
    return turn.role not in _NOBODY


def shown(turn: Turn) -> str:
    """The speaker's name byte for byte, or "the user" / "the assistant" when there is none."""
    if turn.speaker.strip().lower() not in _ROLES:
        return turn.speaker
    return "the assistant" if assists(turn) else "the user"


def is_name(name: str) -> bool:
    return bool(name) and name not in ("the user", "the assistant")
