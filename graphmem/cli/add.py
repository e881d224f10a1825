"""`graphmem add`: conversations from files into memory."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.cli import options
from graphmem.cli.counted import several
from graphmem.cli.opening import opened
from graphmem.cli.output import INTERRUPTED, complain, counting, failures, note, say, say_json
from graphmem.importers import FORMATS, read
from graphmem.model.results import AddManyResult
from graphmem.model.turn import Conversation

if TYPE_CHECKING:
    from graphmem import Memory

app = typer.Typer(add_completion=False)

STDIN = Path("-")


Files = Annotated[
    list[Path],
    typer.Argument(metavar="FILE...", help="Files to read, folders of BEAM, or - for standard input."),
]
Format = Annotated[
    str | None,
    typer.Option("--format", "-f", help=f"{', '.join(FORMATS)}; found out where it is not said."),
]
IntoSession = Annotated[
    str | None,
    typer.Option("--session", "-s", help="Put everything into this session instead of the files' own."),
]
WithAgent = Annotated[str | None, typer.Option("--agent", help="Which agent the user talked to.")]
NoInfer = Annotated[
    bool, typer.Option("--no-infer", help="Store what was said; `consolidate` makes memories of it.")
]


@app.command()
def add(
    files: Files,
    *,
    user: options.AnyUser = None,
    format: Format = None,
    session: IntoSession = None,
    agent: WithAgent = None,
    no_infer: NoInfer = False,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Remember the conversations of files; adding a file twice adds nothing the second time.

    All files are read through before anything is stored. Exit code 1 when something was refused or could not
    be finished; what was stored until then stays, also after Ctrl-C, and the same command goes on from there.

    Examples:

    graphmem add chat.jsonl --user ana

    graphmem add conversations.json --format openai --user ana

    graphmem add locomo10.json

    pbpaste | graphmem add - --format txt --user ana --session phone-call
    """
    if format is not None and format not in FORMATS:
        raise typer.BadParameter(f"{format} is none of {', '.join(FORMATS)}", param_hint="--format")
    with failures(as_json), _readable(files) as paths:
        source = Source(tuple(paths), format, user, session)
        messages = source.size()
        with opened(quiet=quiet) as memory:
            done = remembered(
                memory, source.conversations(), messages, agent=agent, infer=not no_infer, quiet=quiet
            )
    if as_json:
        say_json(done)
    elif not quiet:
        say(told(done))
    complain_of(done)
    if not done.complete:
        raise typer.Exit(1)


@dataclass(frozen=True, slots=True)
class Source:
    """The conversations of files, read anew whenever they are asked for."""

    paths: tuple[Path, ...]
    format: str | None
    user: str | None
    session: str | None

    def conversations(self) -> Iterator[Conversation]:
        """In the order of the files, under the user and session that were asked for."""
        for one in chain.from_iterable(read(path, self.format) for path in self.paths):
            yield replace(one, user_id=self.user or one.user_id, session_id=self.session or one.session_id)

    def size(self) -> int:
        """Number of messages. Raises InputError for what cannot be read; misuse when a user is missing."""
        count = 0
        for one in self.conversations():
            if one.user_id is None:
                raise typer.BadParameter(
                    f"session {one.session_id} does not say whose it is; add --user NAME",
                    param_hint="--user",
                )
            count += len(one.messages)
        return count


@contextmanager
def _readable(files: Iterable[Path]) -> Iterator[list[Path]]:
    """The files, with standard input kept in one of its own while the command runs: it is read twice."""
    with tempfile.TemporaryDirectory(prefix="graphmem-") as folder:
        kept = Path(folder) / "stdin"
        paths = [kept if path == STDIN else path for path in files]
        if kept in paths:
            with kept.open("wb") as file:
                shutil.copyfileobj(sys.stdin.buffer, file)
        yield paths


def remembered(
    memory: Memory,
    conversations: Iterable[Conversation],
    messages: int,
    *,
    agent: str | None = None,
    infer: bool = True,
    quiet: bool = False,
) -> AddManyResult:
    """Add them behind a bar that counts to `messages`; after Ctrl-C it says what was kept and exits."""
    so_far = AddManyResult()
    with counting("Remembering", messages, quiet=quiet) as bar:

        def progress(done: AddManyResult) -> None:
            nonlocal so_far
            so_far = done
            bar.update(bar.task_ids[0], completed=done.turns_added + done.turns_deduplicated)

        try:
            return memory.add_many(conversations, agent_id=agent, infer=infer, progress=progress)
        except KeyboardInterrupt:
            bar.stop()
            note(f"Interrupted. Kept so far: {told(so_far)} Run the same command again to go on.")
            raise typer.Exit(INTERRUPTED) from None


def told(done: AddManyResult) -> str:
    """One sentence about what was stored."""
    known = f" ({done.turns_deduplicated} more were known)" if done.turns_deduplicated else ""
    return (
        f"{several(done.turns_added, 'turn')}{known} of {several(done.conversations, 'session')}, "
        f"{several(done.segments_closed, 'segment')}, {several(done.records_written, 'memory', 'memories')}."
    )


def complain_of(done: AddManyResult) -> None:
    """One sentence about each thing that was refused or is unfinished."""
    for conversation in done.failed_conversations:
        complain(f"session {conversation.session_id} was refused: {conversation.reason}")
    for segment in done.failed_segments:
        complain(
            f"segment {segment.uid} could not be encoded ({segment.reason}); its turns are stored, and "
            "`graphmem consolidate` tries again"
        )
    if done.records_unembedded:
        complain(
            f"{done.records_unembedded} memories have no vectors yet ({done.unembedded_reason}); they are "
            "stored, and `graphmem consolidate` tries again"
        )
    if done.unembedded:
        complain(
            f"{done.unembedded} turns have no vectors yet ({done.unembedded_reason}); they are stored, and "
            "`graphmem consolidate` tries again"
        )
