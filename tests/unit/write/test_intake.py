"""What makes a message the same when it comes again, and where a session ends."""

from datetime import UTC, datetime, timedelta, timezone

from graphmem.model.draft import TurnBatch
from graphmem.model.turn import Message
from graphmem.write.intake import batches

NOON = datetime(2026, 5, 3, 12, tzinfo=UTC)


def one(*messages: Message, session: str | None = "s1", key: str | None = None) -> TurnBatch:
    (batch,) = batches(messages, scope="ana", session_uid=session, agent_id="", idempotency_key=key)
    return batch


def uids(batch: TurnBatch, session: str = "s1") -> list[str]:
    return [draft.uid(session) for draft in batch.drafts]


def test_a_message_id_decides_whatever_the_rest_says() -> None:
    first = one(Message("user", "Hi.", id="m1"))
    second = one(Message("assistant", "Other.", timestamp=NOON, id="m1"))

    assert uids(first) == uids(second)
    assert uids(first, "s2") != uids(first)


def test_an_id_is_no_text() -> None:
    assert uids(one(Message("user", "x", id="y"))) != uids(one(Message("user", "y", timestamp=NOON)))


def test_with_a_timestamp_the_words_decide() -> None:
    east = NOON.astimezone(timezone(timedelta(hours=2)))
    message = Message("user", "Hi.", name="Ana", timestamp=NOON)

    assert uids(one(message)) == uids(one(Message("user", "Hi.", name="Ana", timestamp=east)))
    assert uids(one(message)) != uids(one(Message("user", "Hi.", name="Ben", timestamp=NOON)))
    assert uids(one(message)) != uids(one(Message("user", "Hi!", name="Ana", timestamp=NOON)))


def test_equal_messages_of_one_call_are_counted() -> None:
    again = Message("user", "ok", timestamp=NOON)
    batch = one(again, again)

    assert len(set(uids(batch))) == 2
    assert uids(batch) == uids(one(again, again))


def test_nothing_to_tell_them_apart_makes_every_message_new() -> None:
    assert uids(one(Message("user", "ok"))) != uids(one(Message("user", "ok")))


def test_an_idempotency_key_tells_calls_apart() -> None:
    message = Message("user", "ok")

    assert uids(one(message, key="a")) == uids(one(message, key="a"))
    assert uids(one(message, key="a")) != uids(one(message, key="b"))


def test_a_named_session_is_never_split() -> None:
    assert (
        len(
            one(
                Message("user", "a", timestamp=NOON), Message("user", "b", timestamp=NOON + timedelta(9))
            ).drafts
        )
        == 2
    )


def test_without_a_session_30_minutes_of_silence_split_a_call() -> None:
    moments = [NOON, NOON + timedelta(minutes=29, seconds=59), None, NOON + timedelta(minutes=60)]
    messages = [Message("user", str(i), timestamp=moment) for i, moment in enumerate(moments)]
    found = batches(messages, scope="ana", session_uid=None, agent_id="")

    assert [[draft.message.content for draft in batch.drafts] for batch in found] == [["0", "1", "2"], ["3"]]
    assert found[0].fresh_session != found[1].fresh_session
