"""The planner over the real adapter and a server that replays what was written."""

from __future__ import annotations

from datetime import UTC, datetime

from graphmem.adapters.openai_llm import OpenAILLM
from graphmem.extract.time_expressions import find_times
from graphmem.model.plan import Phrasing, PlannedBy
from graphmem.retrieve.plan_llm import LLMPlanner
from graphmem.retrieve.plan_rules import RulesPlanner
from tests.cassettes import replaying

NOW = datetime(2026, 6, 3, 12, tzinfo=UTC)


async def test_a_plan_is_cut_to_the_question_and_no_plan_is_the_rules() -> None:
    with replaying("plan") as cassette:
        llm = OpenAILLM("m", base_url=cassette.base_url, retries=0)
        planner = LLMPlanner(llm, RulesPlanner(find_times, compound=False))
        cut = await planner("What sports has Maya tried?", ("Maya",), NOW, scope="ana")
        rules = await planner("How many dogs does Maya have?", ("Maya",), NOW, scope="ana")
        await llm.aclose()

    assert [query.text(Phrasing.FULL) for query in cut.routes[0].queries] == [
        "What sports has Maya tried?",
        "which kinds of sport has Maya done",
        "Maya tried a sport",
    ]
    assert (cut.entities, cut.planned_by) == (("Maya",), PlannedBy.LLM)
    assert rules.planned_by is PlannedBy.RULES and rules.remark.startswith(
        "planned by rules, since the model"
    )
    assert llm.ledger.usage("ana").purposes["plan"].calls == 3
