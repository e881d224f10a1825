from __future__ import annotations

from datetime import timedelta
from itertools import pairwise

from graphmem.importers.sample import sample, sample_questions


def test_the_sample_is_what_the_demo_promises() -> None:
    sessions = sample()
    turns = [message for session in sessions for message in session.messages]
    assert len(sessions) == 10
    assert len(turns) == 168
    assert {session.user_id for session in sessions} == {"demo"}
    assert {message.name for message in turns} == {"Maya", "Jonas", "Iris"}
    assert {message.role for message in turns if message.name == "Iris"} == {"assistant"}


def test_every_turn_is_dated_later_than_the_one_before_it_in_an_offset_of_its_own() -> None:
    moments = [message.timestamp for session in sample() for message in session.messages]
    known = [moment for moment in moments if moment]
    assert len(known) == len(moments)
    assert all(earlier < later for earlier, later in pairwise(known))
    assert {moment.utcoffset() for moment in known} == {timedelta(hours=1), timedelta(hours=2)}
    assert known[-1] - known[0] > timedelta(days=200)


def test_six_questions_of_six_kinds_have_their_proof_in_the_sample() -> None:
    questions = sample_questions()
    turns = {message.id: message.content for session in sample() for message in session.messages}
    assert len({question.kind for question in questions}) == 6
    assert all(question.evidence and set(question.evidence) <= turns.keys() for question in questions)
    proofs = [turns[question.evidence[0]] for question in questions]
    for proof, words in zip(
        proofs, ["hazelnuts", "last Saturday", "Tarn", "Staufen", "window seat", "alcohol"], strict=True
    ):
        assert words in proof


def test_both_annas_and_every_language_are_there() -> None:
    text = "\n".join(message.content for session in sample() for message in session.messages)
    for words in (
        "My sister Anna",
        "Anna Keller",
        "Ich bin Tante",
        "nous voilà",
        "fin de semana",
        "next month",
    ):
        assert words in text
