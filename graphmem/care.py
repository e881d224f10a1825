"""The verbs of AsyncMemory that look after memories: they forget, change, carry and check them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Protocol

from graphmem.model.checkup import CheckResult
from graphmem.model.forgetting import ForgetResult, RetentionRule
from graphmem.model.history import History
from graphmem.model.hit import Filters
from graphmem.model.portable import ExportResult, ImportResult
from graphmem.model.results import StoredMemory

if TYPE_CHECKING:
    from graphmem.memory import UseCases

Progress = Callable[[int, int], None]


class Opens(Protocol):
    """An AsyncMemory."""

    async def open(self) -> UseCases:
        """The use cases, connected."""
        ...


async def delete(self: Opens, id: object, *, user_id: object, dry_run: bool = False) -> ForgetResult:
    """Delete one memory for good.

    A turn goes with its passages and every record that it proves, alone or with other turns; what these
    records had superseded is believed again; entities, topics and dates that nothing mentions any more go;
    the turns beside it get new contexts, and its segment is encoded again from what is left. A record goes
    alone: what was said stays, and a later encoding does not bring the same statement back.

    dry_run: count what would go, and leave everything as it is. Raises NotFound.
    """
    return await (await self.open()).delete(id, user_id=user_id, dry_run=dry_run)


async def delete_all(
    self: Opens,
    *,
    user_id: object,
    session_id: object = None,
    filters: Mapping[str, object] | Filters | None = None,
    dry_run: bool = False,
    progress: Progress | None = None,
) -> ForgetResult:
    """Delete all memories of a user that fit, for good.

    Without session_id and filters that is everything but the user as such. Filters by session, agent or time
    of saying choose turns, each of which goes as in `delete`; filters that name a type of record, a tag or an
    entity choose records, whose turns stay. It can be broken off; the next call goes on.

    progress: told how much is gone, and of how much. dry_run: count what would go.
    """
    return await (await self.open()).delete_all(
        user_id=user_id, session_id=session_id, filters=filters, dry_run=dry_run, progress=progress
    )


async def forget_user(
    self: Opens, user_id: object, *, dry_run: bool = False, progress: Progress | None = None
) -> ForgetResult:
    """Delete a user with everything that was ever stored for them; nobody else's memory changes.

    While it runs, `add` for this user raises Conflict. It can be broken off, by a crash too: the user then
    stays closed to writers, and the next call goes on. progress: told how many nodes are gone, and of how
    many. dry_run: count what would go.
    """
    return await (await self.open()).forget_user(user_id, dry_run=dry_run, progress=progress)


async def retain(
    self: Opens,
    rules: RetentionRule | Sequence[RetentionRule],
    *,
    user_id: object,
    dry_run: bool = False,
    progress: Progress | None = None,
) -> ForgetResult:
    """Delete what retention rules let go: by age, by tag, by lack of use (see RetentionRule).

    A rule by age alone deletes turns with all that derives from them; one by tags or lack of use deletes
    records, and what was said stays. Nothing runs by itself: call it when it suits you, every night say.
    dry_run: count what would go.
    """
    return await (await self.open()).retain(rules, user_id=user_id, dry_run=dry_run, progress=progress)


async def update(self: Opens, id: object, text: str, *, user_id: object, reason: str = "") -> StoredMemory:
    """Put a record into other words, by hand; the new version, which search finds from now on.

    The old version stays, superseded (reason "edited"); the new one has an Edit with the user's id and the
    reason as its evidence, beside the turns of the old one. Encoding the segment again changes neither. The
    same edit twice is one. Raises NotFound, also for a turn: what was said cannot be edited. Raises Conflict
    when something else has superseded the record.
    """
    return await (await self.open()).update(id, text, user_id=user_id, reason=reason)


async def undo(self: Opens, id: object, *, user_id: object) -> StoredMemory:
    """Take back that one record superseded another; the older, which is believed again.

    id: of the record that was superseded, of its closed copy ("true until …"), or of the version that an edit
    made. The closed copy goes; an edit is believed no more; `history` still tells both. The same two never
    supersede each other again, whatever is encoded or consolidated, unless the edit is made once more.
    Raises NotFound; Conflict when nothing superseded the record, or its segment does not yield it any more.
    """
    return await (await self.open()).undo(id, user_id=user_id)


async def history(self: Opens, id: object, *, user_id: object) -> History:
    """The versions of a record, oldest first: what replaced what, when and why, each with its evidence.

    id: of any version. Raises NotFound.
    """
    return await (await self.open()).history(id, user_id=user_id)


async def export(
    self: Opens,
    user_id: object,
    target: str | Path | BinaryIO,
    *,
    embeddings: bool = False,
    progress: Progress | None = None,
) -> ExportResult:
    """Write everything of a user, the graph with its provenance, to a file of JSON Lines.

    target: a path, whose file appears when it is whole, or a file open for bytes. embeddings: with the
    vectors, which makes the file four times as long and spares `import_` making them anew. The first line is
    a manifest with counts and a checksum. progress: told how many nodes are written, and of how many.
    Raises NotFound when nothing is stored for the user, InputError when the file cannot be written.
    """
    cases = await self.open()
    return await cases.export(user_id, target, embeddings=embeddings, progress=progress)


async def import_(
    self: Opens,
    path: str | Path,
    *,
    user_id: object = None,
    reembed: bool = False,
    progress: Progress | None = None,
) -> ImportResult:
    """Bring in the file of an export: for the user whom it names, or for another.

    The file is read through first; one that was cut off or changed is refused. What is stored already stays
    as it is, so the same file twice adds nothing, and a call that was broken off is taken up again. Vectors
    that the file lacks are made. reembed: make all of them anew; without it, vectors of another embedder are
    refused (DimensionMismatch). progress: told how many lines are stored, and of how many.
    Raises InputError for a file that cannot be used, Conflict where a session went on differently here.
    """
    cases = await self.open()
    return await cases.import_(path, user_id=user_id, reembed=reembed, progress=progress)


async def check(self: Opens, user_id: object, *, progress: Progress | None = None) -> CheckResult:
    """Look over a user's graph: is every record proved, every turn in its place, no edge to another user, no
    node left alone, do the counts agree? Nothing is written.

    What is found is told with what helps. progress: told how many checks are done, and of how many.
    """
    return await (await self.open()).check(user_id, progress=progress)
