"""What deleting, changing and checking memories return."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta

from graphmem.model.results import FailedSegment


@dataclass(frozen=True, slots=True)
class RetentionRule:
    """What may go after a while: all of what it names must hold.

    older_than: said, or for records recorded, longer ago. tags: records with one of these. unused_for:
    records that no search has shown for so long, unless they were promoted to the long term.
    """

    older_than: timedelta | None = None
    tags: tuple[str, ...] = ()
    unused_for: timedelta | None = None


@dataclass(frozen=True, slots=True)
class ForgetResult:
    """What went for good. Its length is the number of nodes, and it is true when there were any.

    removed: count by label ("Turn", "Record", "Evidence", …). restored: records that one that went had
    superseded, and that are believed again. segments_reopened: those that lost turns and were encoded again
    from what is left, into records_written records. failed_segments: those that could not be; their former
    records are gone all the same, and `consolidate` tries again. unembedded: turns beside a gap whose new
    context has no vector yet, since the embedder failed with `unembedded_reason`.
    dry_run: nothing went; this is what would go. What stands on several batches of 200 turns is then counted
    as staying, so days and evidence nodes are a lower bound.
    """

    removed: Mapping[str, int] = field(default_factory=dict)
    restored: int = 0
    segments_reopened: int = 0
    records_written: int = 0
    failed_segments: tuple[FailedSegment, ...] = ()
    unembedded: int = 0
    unembedded_reason: str = ""
    dry_run: bool = False

    @property
    def complete(self) -> bool:
        """True when all that lost something was made anew."""
        return not self.unembedded and not self.failed_segments

    def plus(self, other: ForgetResult) -> ForgetResult:
        """The sums of two results."""
        labels = sorted({*self.removed, *other.removed})
        return replace(
            self,
            removed={label: self.removed.get(label, 0) + other.removed.get(label, 0) for label in labels},
            restored=self.restored + other.restored,
            segments_reopened=self.segments_reopened + other.segments_reopened,
            records_written=self.records_written + other.records_written,
            failed_segments=self.failed_segments + other.failed_segments,
            unembedded=self.unembedded + other.unembedded,
            unembedded_reason=self.unembedded_reason or other.unembedded_reason,
        )

    def __len__(self) -> int:
        return sum(self.removed.values())

    def __iter__(self) -> Iterator[tuple[str, int]]:
        return iter(self.removed.items())

    def __bool__(self) -> bool:
        return len(self) > 0
