"""Persons become names, with the verb agreeing, or the sentence is left to be quoted."""

import pytest

from graphmem.extract.local.edits import apply
from graphmem.extract.local.parsing import parsed
from graphmem.extract.local.persons import name_persons, third_person
from graphmem.extract.local.speakers import Cast

TWO_PEOPLE = Cast("Ann", "Bo", between_people=True)


def named(text: str, cast: Cast = TWO_PEOPLE) -> str | None:
    with parsed([text]) as (doc,):
        persons = name_persons(doc, cast)
        return None if persons is None else apply(text, persons.edits)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("I am a nurse.", "Ann is a nurse."),
        ("I'm tired of the rain.", "Ann is tired of the rain."),
        ("I’m tired of the rain.", "Ann is tired of the rain."),
        ("I've lived in Lyon since 2016.", "Ann has lived in Lyon since 2016."),
        ("I have two cats.", "Ann has two cats."),
        ("I don't eat meat.", "Ann doesn't eat meat."),
        ("I like tea and drink it daily.", "Ann likes tea and drinks it daily."),
        ("I'll call my sister.", "Ann will call Ann's sister."),
        ("I'd love to sing.", "Ann would love to sing."),
        ("I will stay calm and keep going.", "Ann will stay calm and keep going."),
        ("My wife and I are vegans.", "Ann's wife and Ann are vegans."),
        ("I'd finished by noon.", "Ann had finished by noon."),
        ("I wanna learn Dutch.", "Ann wants to learn Dutch."),
        ("My brother gave me a book.", "Ann's brother gave Ann a book."),
        ("That made me feel safe.", "That made Ann feel safe."),
        ("I hurt myself.", "Ann hurt themselves."),
        ("A friend of mine moved to Oslo.", "A friend of Ann's moved to Oslo."),
        ("I was late and my train had left.", "Ann was late and Ann's train had left."),
    ],
)
def test_the_first_person_is_the_speaker(said: str, told: str) -> None:
    assert named(said) == told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("You are a good cook.", "Bo is a good cook."),
        ("Your garden looks green.", "Bo's garden looks green."),
        ("I think you like it here.", "Ann thinks Bo likes it here."),
        ("You were late yesterday.", "Bo was late yesterday."),
    ],
)
def test_the_second_person_is_the_other_one_of_two(said: str, told: str) -> None:
    assert named(said) == told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("We went camping.", "Ann and others went camping."),
        ("We've bought a boat.", "Ann and others have bought a boat."),
        ("We took our dog.", "Ann and others took their dog."),
        ("I've moved twice since we last talked.", "Ann has moved twice since Ann and Bo last talked."),
        ("We both play chess.", "Ann and Bo both play chess."),
    ],
)
def test_we_is_the_speaker_and_others(said: str, told: str) -> None:
    assert named(said) == told


@pytest.mark.parametrize(
    "said",
    [
        "Yoga helps you relax.",
        "You never know what comes next.",
        "We all need a rest.",
        "Our trip was long.",
        "Let's meet at the station.",
        'She said "I love you" to him.',
    ],
)
def test_what_has_no_safe_name_is_left_alone(said: str) -> None:
    assert named(said) is None


def test_you_among_several_people_has_no_safe_name() -> None:
    assert named("You are a good cook.", Cast("Ann", None)) is None


@pytest.mark.parametrize("said", ["The US army left.", "My me-time is sacred."])
def test_words_that_only_look_like_pronouns_stay(said: str) -> None:
    told = named(said)
    assert told is not None
    assert told.replace("Ann's", "My") == said


@pytest.mark.parametrize(
    ("verb", "form"),
    [
        ("go", "goes"),
        ("carry", "carries"),
        ("play", "plays"),
        ("have", "has"),
        ("watch", "watches"),
        ("fix", "fixes"),
    ],
)
def test_third_person(verb: str, form: str) -> None:
    assert third_person(verb) == form
