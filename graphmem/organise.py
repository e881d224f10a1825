"""The verbs of AsyncMemory about how a user's memory is finished and organised."""

from __future__ import annotations

from collections.abc import Callable

from graphmem.care import Opens, Progress
from graphmem.model.results import ConsolidateResult
from graphmem.model.tiers import Tiers, UserProfile
from graphmem.model.tree import Tree, TreeWork


async def consolidate(
    self: Opens,
    *,
    user_id: object,
    reencode: bool = False,
    progress: Callable[[str, int, int], None] | None = None,
) -> ConsolidateResult:
    """Finish what is unfinished, and look after what is there: embed turns without vectors, close open
    segments, encode segments that have no records yet, failed ones, and those that a vanished process
    left; compare statements; write summaries that are old; promote and demote; look the graph over.

    reencode: encode all segments again, with the encoder that this memory has now. Records that come out
    again stay; those that do not are superseded, found no more but with `known_at`. A segment whose
    encoding fails keeps its records. Safe to run twice, and to break off: `consolidate` goes on.
    progress: told each step in a few words, how much of it is done, and of how much (0: not known).
    """
    cases = await self.open()
    return await cases.consolidate(user_id=user_id, reencode=reencode, progress=progress)


async def tree(self: Opens, user_id: object, *, depth: int = 2, limit: int = 200) -> Tree:
    """The upper part of a user's summary tree, with the size, depth and greatest fan-out of the whole.

    Each encoded segment of a conversation is a leaf; inner nodes sum up what lies below them (MemTree, in the
    form of "Memory in the LLM Era", experiment 6). depth: 0 is the root alone. limit: nodes at most.
    """
    return await (await self.open()).tree(user_id, depth=depth, limit=limit)


async def rebuild_tree(self: Opens, user_id: object, *, progress: Progress | None = None) -> TreeWork:
    """Build a user's summary tree anew over its leaves, and write all summaries of its inner nodes.

    Adding keeps the tree in shape; building anew groups what was said long apart more closely. Leaves stay as
    they are. With a language model it is asked once for each inner node. progress: told how many summaries
    are written, and of how many.
    """
    return await (await self.open()).rebuild_tree(user_id, progress=progress)


async def tiers(self: Opens, user_id: object) -> Tiers:
    """What of a user's memory is short, mid and long term, and why.

    The short term is a queue of the latest segments; the mid term holds all others; what answers keep coming
    back to is promoted to the long term, and goes back when it cools (MemoryOS; "Memory in the LLM Era",
    experiment 6). Everything is found wherever it sits. `consolidate` promotes and demotes.
    """
    return await (await self.open()).tiers(user_id)


async def profile(self: Opens, user_id: object) -> UserProfile:
    """What lasts about a user, distilled from what was promoted to the long term, with its proofs.

    Traits whose records are no longer believed are left out.
    """
    return await (await self.open()).profile(user_id)
