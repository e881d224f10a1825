"""The local encoder on the real spaCy model: what becomes a record, and how it reads."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphmem.extract.encode_local import LocalEncoder
from graphmem.extract.local.candidates import Limits
from graphmem.model.record import Encoding, RecordDraft, RecordType
from graphmem.model.turn import Turn

NOTE = 'Speakers: {"people": ["Caroline", "Melanie"], "assistant": ""}'
SAID_AT = datetime(2023, 5, 8, 13, 56, tzinfo=UTC)


def turns(*said: tuple[str, str], said_at: datetime | None = SAID_AT) -> list[Turn]:
    """Turns t0, t1 … of "name" or, for an assistant, "assistant"."""
    return [
        Turn(f"t{i}", "s", i, "assistant" if name == "assistant" else "user", name, text, said_at)
        for i, (name, text) in enumerate(said)
    ]


async def encoded(said: Sequence[Turn], note: str = NOTE) -> Encoding:
    return await LocalEncoder().encode(said, note=note)


async def texts(*said: tuple[str, str]) -> list[str]:
    return [record.text for record in (await encoded(turns(*said))).records]


async def only(text: str, name: str = "Caroline") -> RecordDraft:
    (record,) = (await encoded(turns((name, text)))).records
    return record


async def test_a_statement_stands_alone() -> None:
    record = await only("Hey Mel! I went to a LGBTQ support group yesterday and it was so powerful.")
    assert record == RecordDraft(
        type=RecordType.EVENT,
        text="Caroline went to a LGBTQ support group on 7 May 2023 (yesterday) and it was so powerful.",
        evidence=("t0",),
        subject="Caroline",
        entities=("Caroline", "LGBTQ"),
        tags=("lgbtq support group", "support group", "event"),
        time_text="yesterday",
        interval=record.interval,
    )
    assert record.interval is not None
    assert record.interval.start == datetime(2023, 5, 7, tzinfo=UTC)
    assert record.interval.end == datetime(2023, 5, 8, tzinfo=UTC)


async def test_yesterday_is_the_speakers_yesterday() -> None:
    said_at = datetime(2023, 5, 8, 0, 30, tzinfo=timezone(timedelta(hours=2)))
    (record,) = (await encoded(turns(("Ann", "I sold my car yesterday."), said_at=said_at))).records
    assert record.text == "Ann sold Ann's car on 7 May 2023 (yesterday)."


async def test_without_a_time_the_expression_stays_and_means_nothing() -> None:
    (record,) = (await encoded(turns(("Ann", "I sold my car yesterday."), said_at=None))).records
    assert (record.text, record.time_text, record.interval) == (
        "Ann sold Ann's car yesterday.",
        "yesterday",
        None,
    )


@pytest.mark.parametrize(
    "said",
    ["Hey Mel! Good to see you!", "How have you been?", "Thanks, Melanie! That's really sweet.", "Wow, cool!",
     "Talk to you soon!", "😊😊", "", "   ", "What a day!"],
)  # fmt: skip
async def test_greetings_questions_and_filler_give_no_record(said: str) -> None:
    assert await texts(("Caroline", said)) == []


async def test_what_leans_on_the_sentence_before_joins_it() -> None:
    assert await texts(("Melanie", "Yeah, I painted that lake sunrise last year! It's special to me.")) == [
        "Melanie painted that lake sunrise in 2022 (last year). It's special to Melanie."
    ]


async def test_an_answer_takes_its_question_along() -> None:
    encoding = await encoded(
        turns(("Caroline", "How long have you been married?"), ("Melanie", "Five years already."))
    )
    (record,) = encoding.records
    assert record.text == (
        'Asked "How long have you been married?" by Caroline, Melanie said: "Five years already."'
    )
    assert record.evidence == ("t0", "t1")


async def test_a_bare_no_is_a_fact_with_its_question() -> None:
    assert await texts(("Caroline", "Do you have any pets?"), ("Melanie", "No.")) == [
        'Asked "Do you have any pets?" by Caroline, Melanie said: "No."'
    ]


async def test_what_cannot_be_rewritten_is_quoted() -> None:
    assert await texts(("Caroline", "Painting helps you forget the noise of the city.")) == [
        'Caroline said to Melanie: "Painting helps you forget the noise of the city."'
    ]


async def test_a_statement_of_the_other_is_attributed() -> None:
    assert await texts(("Melanie", "You would be a great counselor for teenagers.")) == [
        "Melanie said Caroline would be a great counselor for teenagers."
    ]


@pytest.mark.parametrize(
    ("name", "said", "told"),
    [
        (
            "Maya",
            "Ich habe gestern mit Íñigo telefoniert.",
            'Maya: "Ich habe gestern mit Íñigo telefoniert."',
        ),
        ("美咲", "昨日、支援グループに行きました。", '美咲: "昨日、支援グループに行きました。"'),
    ],
)
async def test_other_languages_stay_verbatim(name: str, said: str, told: str) -> None:
    assert (await only(said, name)).text == told


async def test_names_are_kept_byte_for_byte() -> None:
    record = await only("I met Zoë O’Connor in Kraków on Monday.", "D'Arcy")
    assert record.entities == ("D'Arcy", "Zoë O’Connor", "Kraków")
    assert record.text == "D'Arcy met Zoë O’Connor in Kraków on Monday (1 May 2023)."


async def test_equal_statements_are_one_record_with_all_evidence() -> None:
    encoding = await encoded(
        turns(("Ann", "I live in Oslo."), ("Bo", "Nice city!"), ("Ann", "I live in  Oslo."))
    )
    assert [(record.text, record.evidence) for record in encoding.records] == [
        ("Ann lives in Oslo.", ("t0", "t2"))
    ]


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("I love pottery.", RecordType.PREFERENCE),
        ("My favourite colour is green.", RecordType.PREFERENCE),
        ("I am allergic to peanuts.", RecordType.CONSTRAINT),
        ("Please always answer in metric units.", RecordType.CONSTRAINT),
        ("My budget is 900 euros.", RecordType.CONSTRAINT),
        ("I moved to Lyon.", RecordType.EVENT),
        ("I broke my arm.", RecordType.EVENT),
        ("My sister is a vet.", RecordType.FACT),
        ("The app crashes when I open a large file.", RecordType.FAILURE_PATTERN),
        ("Always include error codes when I ask about an API.", RecordType.CONSTRAINT),
        ("I prefer tools whose errors are easy to read in a browser.", RecordType.PREFERENCE),
        ("This tool supports dark mode.", RecordType.TOOL_AFFORDANCE),
        ("The trick is to soak the beans overnight.", RecordType.PROCEDURE),
    ],
)
async def test_types(said: str, kind: RecordType) -> None:
    assert (await only(said)).type is kind


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ("I'm going to paint the fence.", "planned"),
        ("I used to play the violin.", "ended"),
        ("I own a boat.", ""),
    ],
)
async def test_status(said: str, status: str) -> None:
    assert (await only(said)).status == status


async def test_in_an_assistant_chat_both_sides_are_told_apart() -> None:
    encoding = await encoded(
        turns(
            ("user", "I bought a Tarn touring bike in Basel."),
            (
                "assistant",
                "Certainly! A Tarn touring bike should have its chain cleaned every 300 kilometres.",
            ),
        ),
        note="",
    )
    assert [(record.text, record.source_role, record.entities) for record in encoding.records] == [
        ("The user bought a Tarn touring bike in Basel.", "user", ("Tarn", "Basel")),
        (
            'The assistant said: "A Tarn touring bike should have its chain cleaned every 300 kilometres."',
            "assistant",
            ("Tarn",),
        ),
    ]


async def test_the_note_tells_the_next_segment_who_speaks() -> None:
    first = await encoded(turns(("Ann", "I live in Oslo."), ("Bo", "I live in Bergen.")), note="")
    assert first.note == 'Speakers: {"people": ["Ann", "Bo"], "assistant": ""}'
    second = await encoded(turns(("Ann", "Your garden has the oldest apple tree.")), note=first.note)
    assert [record.text for record in second.records] == ["Ann said Bo's garden has the oldest apple tree."]


@pytest.mark.parametrize(
    "note", ["Speakers: {", 'Speakers: {"people": 3}', "Anna is Maya's sister.", "Speakers: {}"]
)
async def test_a_note_of_another_encoder_is_ignored(note: str) -> None:
    encoding = await encoded(turns(("Ann", "Your garden has the oldest apple tree.")), note=note)
    assert [record.text for record in encoding.records] == [
        'Ann said: "Your garden has the oldest apple tree."'
    ]


@pytest.mark.parametrize("role", ["system", "developer", "tool"])
async def test_what_nobody_says_gives_no_record(role: str) -> None:
    instruction = Turn("t0", "s", 0, role, "", "The user lives in Oslo and has two dogs.", SAID_AT)
    assert (await encoded([instruction], note="")).records == ()


async def test_a_turn_of_100000_characters_gives_no_more_records_than_the_limit() -> None:
    long = " ".join(f"I planted tree number {n} near the old river." for n in range(2_300))
    assert len(long) > 100_000
    encoding = await LocalEncoder(Limits(person=24)).encode(turns(("Ann", long)))
    assert len(encoding.records) == 24


async def test_no_turns_no_records() -> None:
    assert await encoded([], note="") == Encoding((), "")


@given(
    st.lists(st.tuples(st.sampled_from(["Ann", "Bo", "assistant", ""]), st.text(max_size=200)), max_size=4)
)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
async def test_any_text_is_survived_and_evidence_is_true(said: list[tuple[str, str]]) -> None:
    given_turns = turns(*said)
    for record in (await encoded(given_turns, note="")).records:
        assert set(record.evidence) <= {turn.uid for turn in given_turns}
        assert record.evidence
        assert record.text.strip()
        assert record.tags[-1] == record.type.value


FAMILY = 'Speakers: {"people": ["Maya", "Jonas"], "assistant": "Iris"}'


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            "His name is Fado. He's five years old.",
            "Maya said his name is Fado. He's five years old.",
        ),
        (
            "Jonas drinks his with oat milk now. He's been telling every guest, so you should know too.",
            "Maya said Jonas drinks his with oat milk now, and: "
            '"He\'s been telling every guest, so you should know too."',
        ),
        (
            "My news: I bought a bike. A green touring bike with panniers.",
            "Maya's news: Maya bought a bike. A green touring bike with panniers.",
        ),
        (
            "Two hours along the river with the shop's test bike.",
            "Maya said: two hours along the river with the shop's test bike.",
        ),
        (
            "Anna said that I sing well. She said I should join a choir.",
            "Anna said that Maya sings well. She said Maya should join a choir.",
        ),
        ("So one Anna is useful for bikes.", "Maya said one Anna is useful for bikes."),
    ],
)
async def test_who_speaks_is_said_once_in_a_record(said: str, told: str) -> None:
    (record,) = (await encoded(turns(("Maya", said)), FAMILY)).records
    assert record.text == told


@pytest.mark.parametrize(
    ("said", "entities"),
    [
        (
            "Für sechs Personen: 1,2 kg Kartoffeln in dünne Scheiben schneiden und bei 150 Grad Umluft backen.",
            ("Maya",),
        ),
        ("Zehn Minuten ruhen lassen, dann erst schneiden.", ("Maya",)),
        ("Ich habe gestern mit Jonas über Anna Keller gesprochen.", ("Maya", "Jonas", "Anna Keller")),
        ("Mon cousin Luc a retrouvé les négatifs dans sa cave à Lyon.", ("Maya", "Luc", "Lyon")),
    ],
)
async def test_nouns_of_other_languages_are_no_entities(said: str, entities: tuple[str, ...]) -> None:
    (record,) = (await encoded(turns(("Maya", said)), FAMILY)).records
    assert record.entities == entities


async def test_a_name_of_an_english_sentence_is_known_in_a_german_one() -> None:
    said = turns(("Jonas", "I bought the Tarn in spring."), ("Maya", "Ich fahre mit dem Tarn nach Basel."))
    assert [record.entities for record in (await encoded(said, FAMILY)).records] == [
        ("Jonas", "Tarn"),
        ("Maya", "Tarn"),
    ]


async def test_a_german_date_is_not_cut_at_its_ordinals() -> None:
    (record,) = (await encoded(turns(("Maya", "Ich bin vom 20. bis 22. Mai bei Anna.")), FAMILY)).records
    assert record.text == 'Maya: "Ich bin vom 20. bis 22. Mai bei Anna."'


async def test_a_greeting_in_another_language_gives_no_record() -> None:
    assert (await encoded(turns(("Maya", "¡Muy bien, Jonas!")), FAMILY)).records == ()
