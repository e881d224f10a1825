"""Looks over one user's graph: statements under `cypher/check`, which only read and only count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from graphmem.model.change import OPEN_END
from graphmem.model.checkup import CheckResult, Problem
from graphmem.model.progress import Progress
from graphmem.store.executor import Executor
from graphmem.store.forgetting import census

EXAMPLES: Final = 5

_AGAIN: Final = "`graphmem consolidate` finishes it"
_REPORT: Final = "this should not happen: please report it. Until then "
_REIMPORT: Final = _REPORT + "export the user, forget the user and import the file again"

CHECKS: Final = {
    "edges_to_others": ("nodes are tied to another user's", _REPORT + "forget one of the two users"),
    "forgetting_broken_off": (
        "the user is being forgotten, or that was broken off",
        "`graphmem forget --everything` ends it",
    ),
    "sessions_astray": (
        "sessions do not hang on the user's node",
        "adding a message to the session ties it again",
    ),
    "sessions_out_of_order": ("sessions have gaps in their turns, or two in one place", _REIMPORT),
    "turns_astray": ("turns hang on no session, or on several", _REIMPORT),
    "turns_unchained": ("turns are not tied to the one before them", _REIMPORT),
    "turns_covered_wrongly": ("turns are covered by no segment, or by several", _REIMPORT),
    "passages_miscounted": ("turns have lost passages, or have too many", _REIMPORT),
    "passages_astray": ("passages are without their turn", _REIMPORT),
    "segments_without_turns": ("segments cover nothing", _REIMPORT),
    "records_without_evidence": ("records are proved by nothing", "delete them by their ids"),
    "beliefs_contradicting": (
        "records are believed although others superseded them",
        "`graphmem consolidate --reencode` settles it",
    ),
    "copies_astray": (
        "records that hold until some day are without the record that they close, or beside it",
        "delete them by their ids",
    ),
    "evidence_orphaned": ("entities, topics or frames are mentioned by nothing", _REIMPORT),
    "merges_astray": ("entities are merged into several others, or in a circle", _REIMPORT),
    "aliases_orphaned": ("aliases name nothing", _REIMPORT),
    "dates_orphaned": ("nothing happened on days, months or years that are there", _REIMPORT),
    "summaries_astray": (
        "summaries are out of their place in the tree, or miscounted",
        "`graphmem tree rebuild` puts them in order",
    ),
    "segments_unfinished": ("segments have no records yet, or could not be encoded", _AGAIN),
    "segments_leafless": ("segments have no summary", _AGAIN),
    "beliefs_unsettled": ("records are not yet compared with what else is believed", _AGAIN),
    "turns_unembedded": ("turns have no vectors, or old ones", _AGAIN),
    "nodes_unembedded": ("records, entities or topics have no vectors", _AGAIN),
}
"""Statement → what it counts, and what helps; worst first."""


_OF_BELIEF: Final = ("beliefs_contradicting", "copies_astray")


@dataclass(frozen=True, slots=True)
class Checkup:
    """Runs every check on one user; nothing is written."""

    executor: Executor

    async def __call__(self, scope: str, progress: Progress | None = None) -> CheckResult:
        """What is wrong; nothing for a user who is unknown."""
        problems = []
        for done, (name, (meaning, mend)) in enumerate(CHECKS.items(), 1):
            more = {"open_end": OPEN_END} if name in _OF_BELIEF else {}
            (row,) = await self.executor.read(f"check/{name}", scope=scope, examples=EXAMPLES, **more)
            if row["count"]:
                examples, reason = tuple(row["examples"]), row.get("reason") or ""
                problems.append(Problem(name, row["count"], examples, meaning, mend, reason))
            if progress:
                progress(done, len(CHECKS))
        return CheckResult(tuple(problems), await census(self.executor, scope), len(CHECKS))
