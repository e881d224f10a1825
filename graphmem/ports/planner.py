"""From a question to a plan."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from graphmem.model.plan import QueryPlan


class Planner(Protocol):
    """Plans how a question is looked up (LycheeMemory V2, section 3.5; JustMem, section 3.2)."""

    async def __call__(
        self, question: str, speakers: Sequence[str], reference_time: datetime, *, scope: str = ""
    ) -> QueryPlan:
        """speakers: of this user's conversations; reference_time: aware, the moment the question is asked.

        scope: the user on whose behalf a model is asked. A model that fails never raises here: rules plan
        instead.
        """
        ...
