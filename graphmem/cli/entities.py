"""`graphmem entities`: whom and what memories speak of, and which names mean one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer
from rich.text import Text

from graphmem.cli import options, rendering
from graphmem.cli.opening import opened
from graphmem.cli.output import failures, say, say_each, say_json
from graphmem.model.entity import Entity, EntityChange, EntityDetails, EntityPage, MergeCandidate

app = typer.Typer(
    help="Whom and what memories speak of: list, show; merge, split, alias, and undo of all these.",
    no_args_is_help=True,
    add_completion=False,
)

Name = Annotated[str, typer.Argument(help="An id, the entity's name, or another name of it.")]
Alias = Annotated[str, typer.Argument(help="The other name.")]
Reason = Annotated[str, typer.Option("--reason", help="Kept with the change.")]


@app.command("list")
def list_(
    *,
    user: options.User,
    part: Annotated[str | None, typer.Option("--part", help="Only those whose name holds this.")] = None,
    limit: Annotated[int, typer.Option("--limit", "-n", help="How many, 1 to 1000.")] = 50,
    skip: Annotated[int, typer.Option("--skip", help="How many to pass over.")] = 0,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """List people, places and things, those that most memories mention first.

    Example: graphmem entities list --user demo --part ann
    """
    with failures(as_json), opened(quiet=quiet) as memory:
        page = memory.entities.list(user_id=user, part=part, limit=limit, skip=skip)
    if as_json:
        say_json(page)
    else:
        say_each(_listed(page, skip))


@app.command()
def show(
    entity: Name, *, user: options.User, as_json: options.Json = False, quiet: options.Quiet = False
) -> None:
    """Show one entity: its names, what is merged into it, what its memories speak of.

    Example: graphmem entities show Carla --user demo
    """
    with failures(as_json), opened(quiet=quiet) as memory:
        found = memory.entities.show(entity, user_id=user)
    if as_json:
        say_json(found)
    else:
        say_each(_shown(found))


@app.command()
def candidates(
    *,
    user: options.User,
    limit: Annotated[int, typer.Option("--limit", "-n", help="How many, 1 to 1000.")] = 20,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """List pairs that may be one, with what speaks for and against it; nothing is merged.

    Example: graphmem entities candidates --user demo
    """
    with failures(as_json), opened(quiet=quiet) as memory:
        found = memory.entities.candidates(user_id=user, limit=limit)
    if as_json:
        say_json({"candidates": found})
    elif found:
        say_each(line for each in found for line in _candidate(each))
    else:
        say("No two entities look like one.")


@app.command()
def merge(
    entity: Name,
    into: Annotated[str, typer.Argument(help="What it is one with; its name is shown from now on.")],
    *,
    user: options.User,
    reason: Reason = "",
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Let two entities be one: filters, search and lists read the first as the second.

    Example: graphmem entities merge Bob Robert --user demo --reason "his nickname"
    """
    with failures(as_json), opened(quiet=quiet) as memory:
        change = memory.entities.merge(entity, into, user_id=user, reason=reason)
    _told(change, as_json, quiet)


@app.command()
def split(
    entity: Name,
    memories: Annotated[
        list[str],
        typer.Argument(metavar="MEMORY...", help="Ids of the memories that speak of the other one."),
    ],
    *,
    user: options.User,
    apart: Annotated[str, typer.Option("--apart", help="What tells the other one apart: 'from the gym'.")],
    reason: Reason = "",
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Tell two of one name apart: some memories of an entity become another's of the same name.

    Example: graphmem entities split Ana 7d1c0c2b 9a55d0f3 --apart "from the gym" --user demo
    """
    with failures(as_json), opened(quiet=quiet) as memory:
        change = memory.entities.split(entity, memories, apart, user_id=user, reason=reason)
    _told(change, as_json, quiet)


@app.command()
def alias(
    entity: Name,
    alias: Alias,
    *,
    user: options.User,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Give an entity another name, by which it is found and spoken of.

    Example: graphmem entities alias "Anna Keller" Annie --user demo
    """
    with failures(as_json), opened(quiet=quiet) as memory:
        change = memory.entities.alias(entity, alias, user_id=user)
    _told(change, as_json, quiet)


@app.command()
def unalias(
    entity: Name,
    alias: Alias,
    *,
    user: options.User,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Take another name away from an entity; no text gives it back.

    Example: graphmem entities unalias "Anna Keller" Annie --user demo
    """
    with failures(as_json), opened(quiet=quiet) as memory:
        change = memory.entities.unalias(entity, alias, user_id=user)
    _told(change, as_json, quiet)


@app.command()
def changes(*, user: options.User, as_json: options.Json = False, quiet: options.Quiet = False) -> None:
    """List what was changed by hand and not taken back, oldest first.

    Example: graphmem entities changes --user demo
    """
    with failures(as_json), opened(quiet=quiet) as memory:
        found = memory.entities.changes(user_id=user)
    if as_json:
        say_json({"changes": found})
    elif found:
        say_each(line for change in found for line in _change(change))
    else:
        say("Nothing was changed by hand.")


@app.command()
def undo(
    id: Annotated[str, typer.Argument(help="Of a change, as `entities changes` prints it.")],
    *,
    user: options.User,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Take a change back; what came in meanwhile goes by the name it was said with.

    Example: graphmem entities undo 7d1c0c2b7f0e4b6c9a55d0f3c1e2a4b6 --user demo
    """
    with failures(as_json), opened(quiet=quiet) as memory:
        change = memory.entities.undo(id, user_id=user)
    if as_json:
        say_json(change)
    elif not quiet:
        say(f"Taken back: {_sentence(change)}.")


def _listed(page: EntityPage, skip: int) -> Iterator[Text | str]:
    for entity in page:
        yield from _entity(entity)
    if not page:
        yield "No entities." if not page.total else f"There are {page.total}, none after {skip}."
    elif skip + len(page) < page.total:
        end = skip + len(page)
        yield Text(f"{skip + 1} to {end} of {page.total}; --skip {end} goes on", style="dim")


def _entity(entity: Entity) -> Iterator[Text]:
    names = [*entity.merged, *entity.aliases]
    yield Text.assemble((entity.name, "bold"), (f", also {', '.join(names)}" if names else ""))
    memories = f"{entity.memories:,} {'memory' if entity.memories == 1 else 'memories'}"
    yield Text(f"   {memories} · id {entity.id}", style="dim")


def _candidate(each: MergeCandidate) -> Iterator[Text]:
    yield Text.assemble((each.one.name, "bold"), " and ", (each.other.name, "bold"), f", {each.score:.2f}")
    for reason in each.reasons:
        yield Text(f"   {reason}", style="dim")
    yield Text(f"   ids {each.one.id} {each.other.id}", style="dim")


def _shown(found: EntityDetails) -> Iterator[Text]:
    yield from _entity(found.entity)
    rows = {
        "merged": ", ".join(found.entity.merged),
        "split from": found.split_from,
        "beside": ", ".join(found.beside),
        "topics": ", ".join(found.topics),
        "said": rendering.period(found.first_said_at, found.last_said_at),
    }
    for name, value in rows.items():
        if value:
            yield Text.assemble((f"   {name:<11}", "dim"), value)


def _told(change: EntityChange, as_json: bool, quiet: bool) -> None:
    if as_json:
        say_json(change)
    elif not quiet:
        say(f"{_sentence(change)}. `graphmem entities undo {change.id}` takes it back.")


def _sentence(change: EntityChange) -> str:
    told = {
        "merge": f"{change.entity} is {change.other}",
        "split": f"one {change.entity} was split from {change.other}",
        "alias": f"{change.entity} is also called {change.other}",
        "unalias": f"{change.entity} is not called {change.other}",
    }
    return told[change.kind]


def _change(change: EntityChange) -> Iterator[Text]:
    why = f": {change.reason}" if change.reason else ""
    yield Text(f"{_sentence(change)}{why}")
    yield Text(f"   {rendering.moment(change.at)} by {change.by} · id {change.id}", style="dim")
