"""The encoder over the real adapter and a server that replays what was written."""

from __future__ import annotations

from datetime import UTC, datetime

from graphmem.adapters.openai_llm import OpenAILLM
from graphmem.extract.encode_llm import LLMEncoder
from graphmem.model.turn import Turn
from graphmem.model.usage import Tokens
from tests.cassettes import replaying

SAID_AT = datetime(2023, 5, 8, 13, 56, tzinfo=UTC)
TURNS = [
    Turn("t0", "s", 0, "user", "Caroline", "I went to a LGBTQ support group yesterday with Íñigo.", SAID_AT),
    Turn("t1", "s", 1, "user", "Melanie", "Wow! I painted that lake sunrise last year.", SAID_AT),
]


async def test_a_cut_off_answer_is_asked_for_in_halves_and_every_call_counts() -> None:
    with replaying("encode") as cassette:
        llm = OpenAILLM("m", base_url=cassette.base_url, retries=0)
        encoding = await LLMEncoder(llm).encode(TURNS, scope="ana")
        await llm.aclose()

    assert [(record.text, record.evidence, record.time_text) for record in encoding.records] == [
        ("Caroline went to a LGBTQ support group with Íñigo on 7 May 2023.", ("t0",), "yesterday"),
        ("Melanie painted a lake sunrise in 2022.", ("t1",), "last year"),
    ]
    assert encoding.note == "He is Íñigo."
    assert encoding.mended == {"names corrected": 1, "answers cut off": 1}
    assert llm.ledger.usage("ana").purposes == {"encode": Tokens(calls=3, input=3850, output=4306)}
