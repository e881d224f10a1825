"""The segmenters: incremental, exact, and deaf to nothing that must close a segment."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.extract.centre import Centring
from graphmem.extract.segment import FixedWindows, PerTurn, Segmentation, Segmenter, units
from graphmem.model.segment import SegmentDraft, SegmenterState, Unit, VectorSum
from graphmem.model.turn import Turn

NORTH, EAST, UP = np.eye(3, dtype=np.float32)
NONE = np.zeros(3, dtype=np.float32)


def unit(
    position: int, vector: np.ndarray = NORTH, *, tokens: int = 100, minute: float | None = None
) -> Unit:
    return Unit(position, position, tokens, vector, minute)


def run_of(*vectors: np.ndarray, tokens: int = 100) -> list[Unit]:
    return [unit(i, vector, tokens=tokens) for i, vector in enumerate(vectors)]


def bounds(drafts: tuple[SegmentDraft, ...]) -> list[tuple[int, int, str]]:
    return [(draft.first_position, draft.last_position, draft.reason) for draft in drafts]


def test_a_topic_change_cuts_before_the_unit_that_brings_it() -> None:
    drafts, state = Segmenter()(SegmenterState(), run_of(NORTH, NORTH, NORTH, NORTH, EAST))
    assert bounds(drafts) == [(0, 3, "cut")]
    assert drafts[0].probability == pytest.approx(0.8952, abs=1e-4)
    assert state == SegmenterState(3, (0.0, 0.0, 0.0, 1.0))


def test_the_same_topic_goes_on_until_the_target() -> None:
    drafts, state = Segmenter()(SegmenterState(), run_of(*[NORTH] * 5, tokens=150))
    assert bounds(drafts) == [(0, 3, "target")]
    assert drafts[0].tokens == 600
    assert state.segmented_to == 3


def test_a_related_unit_does_not_cut_a_short_segment() -> None:
    drafts, _ = Segmenter()(SegmenterState(), run_of(NORTH, np.float32([0.8, 0.6, 0.0]), tokens=10))
    assert drafts == ()


def test_a_unit_that_would_pass_the_maximum_starts_a_segment_and_leaves_no_surprise() -> None:
    drafts, state = Segmenter()(SegmenterState(), [unit(0, tokens=500), unit(1, EAST, tokens=301)])
    assert bounds(drafts) == [(0, 0, "capacity")]
    assert state == SegmenterState(0, ())


def test_a_unit_longer_than_the_maximum_is_a_segment_alone() -> None:
    drafts, _ = Segmenter()(SegmenterState(), [unit(0), unit(1, tokens=5000), unit(2)])
    assert bounds(drafts) == [(0, 0, "capacity"), (1, 1, "target")]


@pytest.mark.parametrize(("minute", "closed"), [(29.9, []), (30.0, [(0, 0, "gap")])])
def test_half_an_hour_of_silence_closes(minute: float, closed: list[tuple[int, int, str]]) -> None:
    drafts, _ = Segmenter()(SegmenterState(), [unit(0, minute=0.0), unit(1, minute=minute)])
    assert bounds(drafts) == closed


def test_silence_is_counted_from_the_last_known_time() -> None:
    pending = [unit(0, minute=0.0), unit(1), unit(2, minute=31.0)]
    assert bounds(Segmenter()(SegmenterState(), pending)[0]) == [(0, 1, "gap")]


def test_silence_is_counted_from_the_end_of_an_exchange() -> None:
    pending = [Unit(0, 1, 10, NORTH, 0.0, 25.0), unit(2, minute=40.0)]
    assert Segmenter()(SegmenterState(), pending)[0] == ()


def test_a_unit_without_vectors_changes_no_topic() -> None:
    drafts, state = Segmenter()(SegmenterState(), run_of(NORTH, NORTH, NORTH, NORTH, NONE))
    assert drafts == ()
    drafts, state = Segmenter()(SegmenterState(), run_of(NORTH, NORTH, NORTH, NORTH, NONE, NORTH))
    assert state.surprises == (0.0, 0.0, 0.0, 0.0)


def test_flush_closes_what_is_open() -> None:
    drafts, state = Segmenter()(SegmenterState(), run_of(NORTH, NORTH), flush=True)
    assert bounds(drafts) == [(0, 1, "flush")]
    assert state == SegmenterState(1, (0.0,))


def test_nothing_pending_changes_nothing() -> None:
    state = SegmenterState(7, (0.5,))
    assert Segmenter()(state, [], flush=True) == ((), state)


def test_only_64_surprises_are_kept() -> None:
    small = Segmenter(minimum=10, target=10_000, maximum=20_000)
    _, state = small(SegmenterState(), run_of(*[NORTH] * 100, tokens=1), flush=True)
    assert len(state.surprises) == 64


def test_fixed_windows_close_at_either_limit() -> None:
    windows = FixedWindows(tokens=600, units=3)
    assert bounds(windows(SegmenterState(), run_of(NORTH, EAST, UP, NORTH, tokens=10))[0]) == [
        (0, 2, "target")
    ]
    assert bounds(windows(SegmenterState(), run_of(NORTH, EAST, tokens=300))[0]) == [(0, 1, "target")]


def test_per_turn_closes_after_every_unit() -> None:
    assert bounds(PerTurn()(SegmenterState(), run_of(NORTH, NORTH))[0]) == [
        (0, 0, "target"),
        (1, 1, "target"),
    ]


@st.composite
def conversations(draw: st.DrawFn) -> list[Unit]:
    steps = draw(
        st.lists(
            st.tuples(st.integers(0, 900), st.integers(0, 4), st.sampled_from([None, 1.0, 10.0, 45.0])),
            max_size=40,
        )
    )
    vectors = [NORTH, EAST, NONE, np.float32([0.6, 0.8, 0.0]), np.float32([0.0, 0.28, 0.96])]
    minute, made = 0.0, []
    for i, (tokens, which, step) in enumerate(steps):
        minute += step or 0.0
        made.append(Unit(i, i, tokens, vectors[which], None if step is None else minute))
    return made


@pytest.mark.parametrize("segmenter", [Segmenter(), Segmenter(40, 60, 80), FixedWindows(), PerTurn()])
@given(pending=conversations(), data=st.data())
def test_piece_by_piece_is_the_same_as_at_once(
    segmenter: Segmentation, pending: list[Unit], data: st.DataObject
) -> None:
    whole, end = segmenter(SegmenterState(), pending)
    state, found, seen = SegmenterState(), [], 0
    while seen < len(pending):
        seen += data.draw(st.integers(1, len(pending) - seen))
        waiting = [each for each in pending[:seen] if each.first_position > state.segmented_to]
        for _ in range(2):  # a call whose result was lost is repeated
            drafts, after = segmenter(state, waiting)
        state = after
        found.extend(drafts)
    assert (tuple(found), state) == (whole, end)


@pytest.mark.parametrize("segmenter", [Segmenter(), Segmenter(40, 60, 80), FixedWindows(), PerTurn()])
@given(pending=conversations())
def test_flushed_segments_cover_every_unit_once(segmenter: Segmentation, pending: list[Unit]) -> None:
    drafts, _ = segmenter(SegmenterState(), pending, flush=True)
    covered = [i for draft in drafts for i in range(draft.first_position, draft.last_position + 1)]
    assert covered == list(range(len(pending)))
    assert sum(draft.tokens for draft in drafts) == sum(each.tokens for each in pending)


@given(pending=conversations())
def test_a_segment_passes_the_maximum_only_alone(pending: list[Unit]) -> None:
    drafts, _ = Segmenter()(SegmenterState(), pending, flush=True)
    assert all(draft.tokens <= 800 or draft.first_position == draft.last_position for draft in drafts)


NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)
PLAIN = Centring(np.zeros(3, dtype=np.float32))


def turn(position: int, role: str, text: str = "two words", *, said_at: datetime | None = None) -> Turn:
    return Turn(f"t{position}", "s", position, role, role, text, said_at)


def spans(roles: str, *, exchanges: bool = True) -> list[tuple[int, int]]:
    names = {"u": "user", "a": "assistant", "t": "tool"}
    turns = [turn(i, names[role]) for i, role in enumerate(roles)]
    made = units(turns, [NORTH[None]] * len(turns), PLAIN, exchanges=exchanges)
    return [(each.first_position, each.last_position) for each in made]


def test_a_chat_between_people_has_a_unit_a_message() -> None:
    assert spans("uuu") == [(0, 0), (1, 1), (2, 2)]


def test_an_assistant_chat_has_a_unit_an_exchange() -> None:
    assert spans("uauatau") == [(0, 1), (2, 5), (6, 6)]


def test_a_late_reply_is_a_unit() -> None:
    assert spans("aaua") == [(0, 0), (1, 1), (2, 3)]


def test_turns_stay_apart_without_exchanges() -> None:
    assert spans("ua", exchanges=False) == [(0, 0), (1, 1)]


def test_a_unit_has_the_centred_mean_of_its_passages() -> None:
    turns = [turn(4, "user"), turn(5, "assistant", "three more words")]
    raw = [np.stack([NORTH, EAST]), np.stack([UP, UP])]
    (made,) = units(turns, raw, Centring(np.float32([0.25, -0.125, 0.5])))
    assert made.vector == pytest.approx([0.0, 1.0, 0.0])
    assert (made.first_position, made.last_position, made.tokens) == (4, 5, 5)


def test_the_mean_is_that_of_the_session_so_far_and_the_stores_counts_for_four_units() -> None:
    raw = [NORTH[None], NORTH[None], EAST[None]]
    made = units([turn(i, "user") for i in range(3)], raw, PLAIN)
    # EAST less the mean as of the third, which is (4 × 0 + NORTH + NORTH + EAST) / 7
    assert made[2].vector == pytest.approx(np.array([-2, 6, 0]) / 40**0.5, abs=1e-5)
    assert made[2].seen == VectorSum((2.0, 1.0, 0.0), 3)


def test_the_session_before_counts_for_its_units_and_sixteen_at_most() -> None:
    for count, counted in ((3, 3), (40, 16)):
        before = VectorSum((0.0, 0.0, float(count)), count)
        (made,) = units([turn(0, "user")], [NORTH[None]], PLAIN, before=before)
        # NORTH less the mean, which is (4 × 0 + counted × UP + NORTH) / (4 + counted + 1)
        expected = np.array([counted + 4, 0, -counted]) / np.hypot(counted + 4, counted)
        assert made.vector == pytest.approx(expected, abs=1e-5)
        assert made.seen == VectorSum((1.0, 0.0, 0.0), 1)  # the session's own alone, so nothing is passed on


def test_a_session_before_of_another_embedder_counts_for_nothing() -> None:
    fresh = units([turn(0, "user")], [NORTH[None]], PLAIN)
    other = units([turn(0, "user")], [NORTH[None]], PLAIN, before=VectorSum((1.0, 1.0), 2))
    assert other[0].vector.tolist() == fresh[0].vector.tolist()


def test_a_session_goes_on_with_the_mean_it_had() -> None:
    turns = [turn(i, "user") for i in range(4)]
    raw = [NORTH[None], EAST[None], UP[None], NORTH[None]]
    whole = units(turns, raw, PLAIN)
    rest = units(turns[2:], raw[2:], PLAIN, seen=whole[1].seen)
    assert [each.vector.tolist() for each in rest] == [each.vector.tolist() for each in whole[2:]]
    assert rest[-1].seen == whole[-1].seen


def test_a_state_of_before_or_of_another_embedder_begins_the_mean_anew() -> None:
    fresh = units([turn(0, "user")], [NORTH[None]], PLAIN)
    other = units([turn(0, "user")], [NORTH[None]], PLAIN, seen=VectorSum((1.0, 1.0), 2))
    assert other[0].vector.tolist() == fresh[0].vector.tolist()
    assert other[0].seen == VectorSum((1.0, 0.0, 0.0), 1)


def test_the_state_keeps_the_mean_of_what_closed_segments_cover() -> None:
    turns = [turn(i, "user", "word " * 300) for i in range(3)]
    _, state = Segmenter()(SegmenterState(), units(turns, [NORTH[None]] * 3, PLAIN))
    assert (state.segmented_to, state.seen) == (1, VectorSum((2.0, 0.0, 0.0), 2))


@given(texts=st.lists(st.sampled_from([NORTH, EAST, UP]), max_size=30), data=st.data())
def test_turn_by_turn_with_saved_states_is_the_same_as_at_once(
    texts: list[np.ndarray], data: st.DataObject
) -> None:
    turns = [turn(i, "user", "word " * data.draw(st.integers(1, 300))) for i in range(len(texts))]
    raw = [vector[None] for vector in texts]
    before = VectorSum((0.0, 3.0, 4.0), 5)
    whole, end = Segmenter()(SegmenterState(), units(turns, raw, PLAIN, before=before))
    state, found = SegmenterState(), []
    for known in range(1, len(turns) + 1):
        start = state.segmented_to + 1
        drafts, state = Segmenter()(
            state, units(turns[start:known], raw[start:known], PLAIN, seen=state.seen, before=before)
        )
        found.extend(drafts)
    assert (tuple(found), state) == (whole, end)


def test_a_unit_of_turns_without_passages_has_a_zero_vector() -> None:
    (made,) = units([turn(0, "user", " ")], [np.zeros((0, 3), np.float32)], PLAIN)
    assert not made.vector.any()
    assert made.tokens == 0


def test_minutes_are_the_first_and_last_turns() -> None:
    turns = [
        turn(0, "user", said_at=NOON),
        turn(1, "assistant", said_at=NOON + timedelta(minutes=2)),
        turn(2, "user"),
    ]
    first, second = units(turns, [NORTH[None]] * 3, PLAIN)
    assert (first.minute, first.end_minute) == (28_576_080.0, 28_576_082.0)
    assert (second.minute, second.end_minute) == (None, None)
