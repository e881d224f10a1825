"""Options that several commands share, and what they mean to the library."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import typer

from graphmem.arguments.filters import filters
from graphmem.arguments.moments import moment
from graphmem.errors import InputError
from graphmem.model.hit import Filters


def _moment(value: str | datetime) -> datetime:
    try:
        read = moment(value, "this option")
    except InputError as error:
        raise typer.BadParameter(str(error)) from error
    if read is None:
        raise typer.BadParameter("it is empty; give a date such as 2026-05-03")
    return read


User = Annotated[
    str,
    typer.Option("--user", "-u", envvar="GRAPHMEM_USER", help="Whose memory.", show_default=False),
]
AnyUser = Annotated[
    str | None,
    typer.Option(
        "--user", "-u", envvar="GRAPHMEM_USER", help="Whose memory; needed where the file names nobody."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print no progress and no remarks.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]
Full = Annotated[bool, typer.Option("--full", help="Show the evidence in full length.")]
Types = Annotated[
    list[str] | None,
    typer.Option(
        "--type",
        help="Only this type; may be repeated: fact, preference, event, constraint, procedure, "
        "failure_pattern, tool_affordance, turn.",
    ),
]
Tags = Annotated[list[str] | None, typer.Option("--tag", help="Only with this tag; may be repeated.")]
EntityName = Annotated[str | None, typer.Option("--entity", help="Only what mentions this name.")]
Session = Annotated[str | None, typer.Option("--session", "-s", help="Only of this session.")]
Agent = Annotated[str | None, typer.Option("--agent", help="Only of this agent.")]
After = Annotated[
    datetime | None, typer.Option(parser=_moment, metavar="TIME", help="Said or true at that time or later.")
]
Before = Annotated[
    datetime | None, typer.Option(parser=_moment, metavar="TIME", help="Said or true earlier.")
]
AsOf = Annotated[
    datetime | None, typer.Option(parser=_moment, metavar="TIME", help="What was true at that time.")
]
KnownAt = Annotated[
    datetime | None, typer.Option(parser=_moment, metavar="TIME", help="What was known at that time.")
]
At = Annotated[
    datetime | None,
    typer.Option(
        "--at",
        parser=_moment,
        metavar="TIME",
        help='When it is asked, now unless given; "last week" counts from there.',
    ),
]


def chosen(
    types: list[str] | None,
    tags: list[str] | None,
    entity: str | None,
    session: str | None,
    agent: str | None,
    after: datetime | None,
    before: datetime | None,
) -> Filters:
    """The filters that the options name; a wrong one is a misuse (exit code 2)."""
    try:
        return filters(
            {
                "type": types or None,
                "tags": tags or None,
                "entity": entity,
                "session_id": session,
                "agent_id": agent,
                "after": after,
                "before": before,
            }
        )
    except InputError as error:
        raise typer.BadParameter(str(error)) from error
