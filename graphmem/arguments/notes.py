"""What reading messages or a file has to say beside the messages themselves."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass(slots=True)
class Notes:
    """What was not read, and why; filled while reading.

    left_out: what says nothing or is not part of what was said, and how often ("messages without words").
    unread: keys that look like a "speaker" or a "time" and were not understood, each with which of the two,
    and in how many messages.
    damaged: one sentence for each conversation that could not be read; the others were. remarks: what was
    read by a guess, each said once.
    """

    left_out: Counter[str] = field(default_factory=Counter)
    unread: Counter[tuple[str, str]] = field(default_factory=Counter)
    damaged: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    def leave_out(self, what: str, count: int = 1) -> None:
        """Count what was not read."""
        if count:
            self.left_out[what] += count

    def remark(self, sentence: str) -> None:
        """Say something once."""
        if sentence not in self.remarks:
            self.remarks.append(sentence)

    def warnings(self) -> list[str]:
        """Sentences that a person should see: remarks, and keys that were not understood."""
        keys = [
            f"the key {key!r} looks like a {kind} and was not understood ({count} messages); it is kept in "
            "the metadata"
            for (key, kind), count in sorted(self.unread.items())
        ]
        return [*self.remarks, *keys]

    def omissions(self) -> list[str]:
        """What was left out, each with its number."""
        return [f"{count} {what}" for what, count in sorted(self.left_out.items())]
