"""An answer, and the turns that prove it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from graphmem.model.hit import Citation, SearchRequest
from graphmem.model.plan import QueryPlan
from graphmem.model.usage import Usage


class Policy(StrEnum):
    """What to do when the evidence does not hold the answer: say so, or tell what comes nearest to it."""

    ABSTAIN = "abstain"
    BEST_EFFORT = "best_effort"


@dataclass(frozen=True, slots=True)
class AskRequest:
    """A question to answer. search: how its evidence is looked up; token_budget: of what is read of it.

    construct: read many candidates in windows, and of them what bears on the question (LazyMem, 3.2).
    """

    search: SearchRequest
    token_budget: int = 1500
    policy: Policy = Policy.ABSTAIN
    construct: bool = False

    @property
    def confined(self) -> bool:
        """Whether only what a search lets through may be read: turns beside it may lie outside its bounds."""
        look = self.search
        others = replace(look.filters, session_id=None)  # turns beside one are of its session
        return bool(others) or look.as_of is not None or look.known_at is not None


@dataclass(frozen=True, slots=True)
class Proof:
    """A turn that supports a claim. quote: the words of it that do, verbatim; "" for the turn as a whole."""

    citation: Citation
    quote: str = ""


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement of an answer, with at least one proof."""

    text: str
    proofs: tuple[Proof, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What memory says to a question. Every claim is proved by turns that were in the context.

    text: the answer, or what is missing when it abstained. computed: what code worked out from resolved dates
    or from counting, in words; "" when nothing was. dropped: claims that a model made without support.
    cut_off: a language model failed after these claims had been streamed; there may have been more.
    context_tokens: of the evidence that was read. timings: seconds by stage.
    """

    text: str
    claims: tuple[Claim, ...] = ()
    abstained: bool = False
    computed: str = ""
    dropped: tuple[str, ...] = ()
    plan: QueryPlan | None = None
    usage: Usage = field(default_factory=Usage)
    context_tokens: int = 0
    timings: Mapping[str, float] = field(default_factory=dict)
    cut_off: bool = False

    @property
    def citations(self) -> tuple[Citation, ...]:
        """The turns behind the claims, each once, in the order of the claims."""
        found = {proof.citation.turn_id: proof.citation for claim in self.claims for proof in claim.proofs}
        return tuple(found.values())

    def __bool__(self) -> bool:
        return not self.abstained

    def __iter__(self) -> Iterator[Claim]:
        return iter(self.claims)

    def __len__(self) -> int:
        return len(self.claims)


@dataclass(frozen=True, slots=True)
class AnswerPart:
    """A piece of a streamed answer: text to show, already checked; the last part brings the whole answer.

    claim: that the text states; None for what stands after the claims.
    """

    text: str
    claim: Claim | None = None
    answer: Answer | None = None
