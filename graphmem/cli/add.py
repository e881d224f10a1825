"""`graphmem add`: conversations from files into memory."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.cli import options
from graphmem.cli.counted import several
from graphmem.cli.opening import opened
from graphmem.cli.output import INTERRUPTED, complain, counting, failures, note, say, say_each, say_json
from graphmem.cli.preview import Preview, left_out
from graphmem.cli.preview import as_json as preview_json
from graphmem.cli.preview import lines as preview_lines
from graphmem.importers import FORMATS, read
from graphmem.model.results import AddManyResult
from graphmem.model.turn import Conversation, Message

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
Previewed = Annotated[
    bool, typer.Option("--preview", help="Show what the files hold and what is not read; store nothing.")
]
AsSpeaker = Annotated[
    str | None,
    typer.Option(
        "--as", metavar="NAME", help="Which speaker is the user: what NAME says is said without a name."
    ),
]
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
    preview: Previewed = False,
    speaker: AsSpeaker = None,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Remember the conversations of files; adding a file twice adds nothing the second time.

    All files are read through before anything is stored. Exit code 1 when something was refused or could not
    be finished; what was stored until then stays, also after Ctrl-C, and the same command goes on from there.

    Examples:

    graphmem add chat.jsonl --user ana

    graphmem add whatsapp.txt --preview

    graphmem add whatsapp.txt --user jonas --as "Jonas Weber"

    graphmem add locomo10.json

    pbpaste | graphmem add - --format txt --user ana --session phone-call
    """
    if format is not None and format not in FORMATS:
        raise typer.BadParameter(f"{format} is none of {', '.join(FORMATS)}", param_hint="--format")
    with failures(as_json), _readable(files) as paths:
        source = Source(tuple(paths), format, user, session, speaker)
        found = source.previews(needs_user=not preview)
        if preview:
            _show(found, files, as_json=as_json)
            raise typer.Exit(1 if any(each.notes.damaged for each in found) else 0)
        _tell(found, quiet=quiet)
        with opened(quiet=quiet) as memory:
            messages = sum(each.messages for each in found)
            done = remembered(
                memory, source.conversations(), messages, agent=agent, infer=not no_infer, quiet=quiet
            )
    _end(done, found, as_json=as_json, quiet=quiet)


def _end(done: AddManyResult, found: Sequence[Preview], *, as_json: bool, quiet: bool) -> None:
    """Print the result; exit code 1 when something was refused, not read or not finished."""
    if as_json:
        say_json(done)
    elif not quiet:
        say(told(done))
    complain_of(done)
    if not done.complete or any(each.notes.damaged for each in found):
        raise typer.Exit(1)


def _show(found: Sequence[Preview], files: Sequence[Path], *, as_json: bool) -> None:
    if as_json:
        say_json(preview_json(found))
        return
    for each, file in zip(found, files, strict=True):
        say_each(preview_lines(each, str(file)))


def _tell(found: Iterable[Preview], *, quiet: bool) -> None:
    """What of the files is not read, before anything is stored."""
    for each in found:
        for sentence in each.notes.damaged:
            complain(f"not read: {sentence}")
        for sentence in each.notes.warnings():
            complain(f"{each.file.name}: {sentence}")
        for sentence in () if quiet else left_out(each.notes):
            note(f"{each.file.name}: {sentence}")


@dataclass(frozen=True, slots=True)
class Source:
    """The conversations of files, read anew whenever they are asked for."""

    paths: tuple[Path, ...]
    format: str | None
    user: str | None
    session: str | None
    speaker: str | None = None

    def conversations(self) -> Iterator[Conversation]:
        """In the order of the files, under the user and session that were asked for."""
        for path in self.paths:
            yield from self._owned(read(path, self.format))

    def previews(self, *, needs_user: bool) -> list[Preview]:
        """Each file read through. Raises InputError for what cannot be read; misuse when a user is missing,
        or nobody is called as --as says.
        """
        found = []
        for path in self.paths:
            reading = read(path, self.format)
            seen = Preview(path, reading.form, reading.notes)
            for one in reading:
                seen.counted(one)
                if needs_user and (self.user or one.user_id) is None:
                    raise typer.BadParameter(
                        f"session {one.session_id} does not say whose it is; add --user NAME",
                        param_hint="--user",
                    )
            found.append(seen)
        names = set().union(*(each.names() for each in found))
        if self.speaker is not None and self.speaker not in names:
            listed = ", ".join(sorted(names)[:20]) or "nobody has a name"
            raise typer.BadParameter(
                f"nobody is called {self.speaker}; there are: {listed}", param_hint="--as"
            )
        return found

    def _owned(self, reading: Iterable[Conversation]) -> Iterator[Conversation]:
        for one in reading:
            said = tuple(self._unnamed(each) for each in one.messages)
            user, session = self.user or one.user_id, self.session or one.session_id
            yield replace(one, user_id=user, session_id=session, messages=said)

    def _unnamed(self, said: Message) -> Message:
        own = self.speaker is not None and said.name == self.speaker
        return replace(said, role="user", name=None) if own else said


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
