"""`graphmem ask`: an answer, with the turns that prove it."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import Annotated, Any

import typer
from rich.text import Text

from graphmem.answer.asking import NO_ROOM
from graphmem.cli import options, rendering
from graphmem.cli.opening import opened
from graphmem.cli.output import failures, harmless, note, results, say_each, say_json
from graphmem.model.answer import Answer, AnswerPart, Claim, Policy

app = typer.Typer(add_completion=False)

Question = Annotated[str, typer.Argument(help="What you want to know.", show_default=False)]
Doubt = Annotated[Policy, typer.Option("--policy", help="What to do where memory does not hold the answer.")]
Constructed = Annotated[
    bool, typer.Option("--construct", help="Read around 50 candidates, keep what bears on the question.")
]
TopK = Annotated[int | None, typer.Option("--top-k", "-k", min=1, max=1000, help="Read so many hits.")]
Budget = Annotated[int, typer.Option("--budget", "-b", min=1, help="Read at most so many tokens.")]
Streamed = Annotated[
    bool | None,
    typer.Option(
        "--stream/--no-stream", help="Print while it is written; so on a terminal.", show_default=False
    ),
]
Explain = Annotated[bool, typer.Option("--explain", help="Show plan, tokens, cost and times.")]


HELP = """Answer a question from memory; every statement refers to the turns that prove it.

With GRAPHMEM_LLM_MODEL a language model words the answer, and citations and quotations are checked.
Without one the best sentences are quoted. Not to know is an answer too, and no failure.

Examples:

graphmem ask "When did they fetch Fado?" --user demo

graphmem ask "What did you tell me about the brakes?" -u demo --full

graphmem ask "How long ago did Jonas run the half marathon?" -u demo --at 2026-09-13

graphmem ask "Which bike?" -u demo --json | jq '.claims[].proofs[].citation.turn_id'
"""


@app.command(help=HELP)
def ask(
    question: Question,
    *,
    user: options.User,
    at: options.At = None,
    policy: Doubt = Policy.ABSTAIN,
    construct: Constructed = False,
    top_k: TopK = None,
    budget: Budget = 1500,
    types: options.Types = None,
    tags: options.Tags = None,
    entity: options.EntityName = None,
    session: options.Session = None,
    agent: options.Agent = None,
    after: options.After = None,
    before: options.Before = None,
    as_of: options.AsOf = None,
    known_at: options.KnownAt = None,
    stream: Streamed = None,
    explain: Explain = False,
    full: options.Full = False,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Answer a question from memory."""
    wanted: dict[str, Any] = {
        "filters": options.chosen(types, tags, entity, session, agent, after, before),
        "reference_time": at,
        "policy": policy.value,
        "construct": construct,
        "top_k": top_k,
        "token_budget": budget,
        "as_of": as_of,
        "known_at": known_at,
    }
    live = not as_json and (sys.stdout.isatty() if stream is None else stream)
    with failures(as_json), opened(quiet=quiet) as memory:
        answer, text = _followed(memory.ask_stream(question, user_id=user, **wanted), live=live)
    if as_json:
        say_json(answer)
    else:
        say_each([] if live else rendering.paragraphs(text))
        _print_proofs(answer, explain=explain, full=full, quiet=quiet, user=user)


def _print_proofs(answer: Answer, *, explain: bool, full: bool, quiet: bool, user: str) -> None:
    if answer.citations:
        say_each(["", *rendering.proofs(answer.citations, full=full)])
    if not answer and not quiet:
        no_room = answer.text.startswith(NO_ROOM.partition("{")[0])
        nearest = f"`graphmem search` shows what comes nearest for user {user}."
        note(f"Not answered. {'Give a larger --budget.' if no_room else nearest}")
    if explain:
        say_each(_explained(answer))


def _followed(parts: Iterable[AnswerPart], *, live: bool) -> tuple[Answer, str]:
    """The whole answer, and its text with the numbers of what it cites; live: printed as it comes."""
    console, numbers = results(), _Numbers()
    text, answer = "", None
    for part in parts:
        piece = part.text + numbers.mark(part.claim)
        text += piece
        answer = answer if part.answer is None else part.answer
        if live:
            console.print(harmless(piece), end="")
            console.file.flush()
    if live:
        console.print()
    assert answer is not None  # a stream that ends without an error has brought one
    return answer, text


class _Numbers:
    """Numbers of cited turns, in the order in which claims name them: that of Answer.citations."""

    def __init__(self) -> None:
        self._known: dict[str, int] = {}

    def mark(self, claim: Claim | None) -> str:
        """ " [1][2]" for what a claim cites, "" for none."""
        turns = dict.fromkeys(proof.citation.turn_id for proof in claim.proofs) if claim else {}
        numbers = [self._known.setdefault(turn, len(self._known) + 1) for turn in turns]
        return " " + "".join(f"[{number}]" for number in numbers) if numbers else ""


def _explained(answer: Answer) -> Iterator[Text]:
    yield from rendering.plan(answer.plan)
    spent = answer.usage.total
    yield Text(f"read {answer.context_tokens} tokens of evidence", style="dim")
    if spent.calls:
        yield Text(f"model calls {spent.calls}, tokens in {spent.input}, out {spent.output}", style="dim")
    if answer.dropped:
        yield Text(f"dropped for want of proof: {' | '.join(answer.dropped)}", style="dim")
    yield rendering.timings(answer.timings)
