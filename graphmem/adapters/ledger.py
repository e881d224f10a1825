"""What every call to a language model cost: by purpose, by user, by call, and against a budget."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from graphmem.errors import LLMError
from graphmem.model.prompt import Prompt
from graphmem.model.usage import Tokens, Usage

_KEPT_CALLS = 10_000
_KEPT_USERS = 10_000


@dataclass(frozen=True, slots=True)
class Call:
    """One request that was answered; a corrective retry is a call of its own."""

    model: str
    purpose: str
    version: str
    scope: str
    tokens: Tokens


class Recording:
    """The calls that were begun inside one `with ledger.recording()`, in whichever tasks.

    budget: tokens, in and out, that they may use together; None for no limit.
    """

    def __init__(self, ledger: Ledger, budget: int | None) -> None:
        self.ledger = ledger
        self.budget = budget
        self.calls: list[Call] = []
        self._used = 0
        self._reserved = 0

    @property
    def usage(self) -> Usage:
        """What they have cost so far, by purpose."""
        return sum((_usage(call) for call in self.calls), Usage())

    def add(self, call: Call) -> None:
        """Enter a call that was answered."""
        self.calls.append(call)
        self._used += call.tokens.total

    def reserve(self, tokens: int, purpose: str) -> None:
        """Set tokens aside for a call to come. Raises LLMError when the budget does not hold them."""
        if self.budget is not None and self._used + self._reserved + tokens > self.budget:
            raise LLMError(
                f"The budget of {self.budget} tokens holds no further call to {purpose}, which may take "
                f"{tokens}: {self._used} are used and {self._reserved} set aside for calls that run. "
                "Nothing was sent. Raise the budget, or give the job less to do."
            )
        self._reserved += tokens

    def release(self, tokens: int) -> None:
        """Give back what was set aside."""
        self._reserved -= tokens


# Of this task and of those it starts, for every ledger: a context variable cannot be made for each of them.
_OPEN: ContextVar[tuple[Recording, ...]] = ContextVar("graphmem_recordings", default=())


class Ledger:
    """Counts calls; shared by everything that calls a model for one memory. Not for several threads.

    budget: tokens, in and out, for one job: for one recording, or for one call outside any.
    """

    def __init__(self, budget: int | None = None) -> None:
        self.budget = budget
        self._total = Usage()
        self._users: OrderedDict[str, Usage] = OrderedDict()
        self._calls: deque[Call] = deque(maxlen=_KEPT_CALLS)

    def usage(self, scope: str | None = None) -> Usage:
        """By purpose: of everybody, or on behalf of one user (scope).

        The 10,000 users who were served last are remembered.
        """
        return self._total if scope is None else self._users.get(scope, Usage())

    @property
    def calls(self) -> tuple[Call, ...]:
        """The latest 10,000 calls, in the order in which they were answered."""
        return tuple(self._calls)

    @contextmanager
    def recording(self, budget: int | None = None) -> Iterator[Recording]:
        """Note the calls that begin inside, in tasks started inside too. Recordings may be nested.

        budget: of this job; the ledger's own unless given. The recording can be read during and after.
        An async generator must not yield inside: its caller's calls would be noted too.
        """
        made = Recording(self, self.budget if budget is None else budget)
        token = _OPEN.set((*_OPEN.get(), made))
        try:
            yield made
        finally:
            _OPEN.reset(token)

    def entry(self, model: str, prompt: Prompt) -> Entry:
        """A call that begins now, in the recordings that are open now."""
        opened = tuple(each for each in _OPEN.get() if each.ledger is self)
        return Entry(self, opened or (Recording(self, self.budget),), model, prompt)

    def enter(self, call: Call) -> None:
        """Count a call that was answered."""
        self._calls.append(call)
        self._total = self._total + _usage(call)
        self._users[call.scope] = self._users.pop(call.scope, Usage()) + _usage(call)
        if len(self._users) > _KEPT_USERS:
            self._users.popitem(last=False)


@dataclass(frozen=True, slots=True)
class Entry:
    """One question to a model, which may take more than one call."""

    ledger: Ledger
    recordings: tuple[Recording, ...]
    model: str
    prompt: Prompt

    @contextmanager
    def reserved(self, tokens: int) -> Iterator[None]:
        """Set tokens aside in every recording while a call runs. Raises LLMError as Recording.reserve."""
        held: list[Recording] = []
        try:
            for each in self.recordings:
                each.reserve(tokens, self.prompt.purpose)
                held.append(each)
            yield
        finally:
            for each in held:
                each.release(tokens)

    def record(self, tokens: Tokens) -> None:
        """Count a call that was answered."""
        prompt = self.prompt
        call = Call(self.model, prompt.purpose, prompt.version, prompt.scope, tokens)
        self.ledger.enter(call)
        for each in self.recordings:
            each.add(call)


def _usage(call: Call) -> Usage:
    return Usage({call.purpose: call.tokens})
