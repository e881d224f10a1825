"""The segmentation benchmark on small made-up files."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from graphmem.bench import segmentation
from graphmem.bench.boundaries import Agreement
from graphmem.bench.segmentation import METHODS, _units, _verdict, measure, measure_lengths, run, table
from graphmem.bench.segmentation_gold import embedded, read_corpora, read_locomo_sessions, read_tiage
from graphmem.errors import InputError
from graphmem.extract.centre import Centring
from graphmem.extract.segment import units
from graphmem.testing import FakeEmbedder

CATS = ["my cat sleeps", "the cat purrs", "a cat likes fish", "cat and fish"]
TRAINS = ["train to Ghent", "the train was late", "late train again", "Ghent train station"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    chat = [[text, "0"] for text in CATS + TRAINS]
    chat[0][1], chat[4][1] = "-1", "1"
    dialogue = {"dial_id": 7, "utterances": CATS + TRAINS + CATS[:2], "segments": [4, 4, 2], "set": "test"}
    (tmp_path / "tiage").mkdir()
    (tmp_path / "dialseg711").mkdir()
    for part in ("test", "train"):
        (tmp_path / "tiage" / f"anno_{part}.json").write_text(json.dumps({"0": chat, "1": chat[:4]}))
    for name in ("dialseg_711", "meeting_committee"):
        (tmp_path / "dialseg711" / f"{name}.json").write_text(
            json.dumps([dialogue, {**dialogue, "set": "dev"}])
        )
    return tmp_path


def test_corpora_are_read(folder: Path) -> None:
    tiage, dialseg, meetings, *training = read_corpora(folder)
    assert [each.boundaries for each in tiage.dialogues] == [(4,), ()]
    assert [each.boundaries for each in dialseg.dialogues] == [(4, 8)]
    assert [turn.role for turn in dialseg.dialogues[0].turns[:3]] == ["user", "assistant", "user"]
    assert {turn.role for turn in meetings.dialogues[0].turns} == {"user"}
    assert [turn.speaker for turn in dialseg.dialogues[0].turns[:2]] == ["user", "assistant"]
    assert [(each.name, each.training) for each in training] == [
        ("tiage train", True),
        ("dialseg711 dev", True),
        ("meetings dev", True),
    ]
    assert (tiage.messages, tiage.topics, tiage.topic_messages) == (12, 3, 4.0)
    assert tiage.topic_tokens == pytest.approx(13.0)


@pytest.mark.parametrize("content", [None, "{", "[]"])
def test_a_file_that_is_not_there_or_another_is_named(folder: Path, content: str | None) -> None:
    path = folder / "tiage" / "anno_test.json"
    path.unlink()
    if content is not None:
        path.write_text(content)
    with pytest.raises(InputError, match=r"anno_test\.json.*docs/segmentation\.md"):
        read_tiage(folder, "test")


async def test_every_message_has_the_vectors_of_its_passages(folder: Path) -> None:
    (dialogue,) = read_corpora(folder)[1].dialogues
    embedder = FakeEmbedder()
    (vectors,) = await embedded([dialogue], embedder)
    assert [matrix.shape for matrix in vectors] == [(1, 64)] * 10
    assert (vectors[3] == await embedder.embed(["assistant: cat and fish"])).all()


def test_a_run_prints_every_method_beside_the_others(folder: Path) -> None:
    report = run(folder, embedder=FakeEmbedder())
    assert [result.corpus.name for result in report.corpora][:3] == [
        "tiage test",
        "dialseg711 test",
        "meetings test",
    ]
    text = table(report)
    for method in (*METHODS, "against fixed windows: F1 ", "against equal windows: F1 "):
        assert text.count(f"\n  {method}") == 6
    assert report.lengths is None


async def test_even_parts_do_not_look_at_the_words(folder: Path) -> None:
    corpus = read_corpora(folder)[1]
    result = measure(corpus, await embedded(corpus.dialogues, FakeEmbedder()), None)
    assert result.sizes["even"] == "3.3 messages"
    assert result.reached["even"].recall == 0.0  # cut before 3 and 7; the topics begin at 4 and 8
    assert result.reached["even"].units_per_segment == pytest.approx(10 / 3)


async def test_the_scaled_segmenter_has_segments_about_as_long_as_the_topics(folder: Path) -> None:
    corpus = read_corpora(folder)[1]
    result = measure(corpus, await embedded(corpus.dialogues, FakeEmbedder()), None)
    assert 2.0 <= result.reached["segmenter"].units_per_segment <= 5.0
    equal, ours = (result.reached[name].units_per_segment for name in ("equal", "segmenter"))
    assert abs(equal - ours) <= 0.5  # the sizes are whole tokens


async def test_only_the_first_dialogue_has_no_session_before_it(folder: Path) -> None:
    corpus = read_tiage(folder, "test")
    vectors = await embedded(corpus.dialogues, FakeEmbedder())
    mean = np.zeros(64, dtype=np.float32)
    apart = [replace(each, user=str(i)) for i, each in enumerate(corpus.dialogues)]
    (first, second), (_, alone) = (_units(each, vectors, mean) for each in (corpus.dialogues, apart))
    turns, rows = corpus.dialogues[1].turns, vectors[1]
    expected = units(turns, rows, Centring(mean), before=first[-1].seen)
    assert [each.vector.tolist() for each in second] == [each.vector.tolist() for each in expected]
    expected = units(turns, rows, Centring(mean))
    assert [each.vector.tolist() for each in alone] == [each.vector.tolist() for each in expected]


async def test_the_verdict_names_what_is_better_and_what_is_worse() -> None:
    fixed = Agreement(0.2, 0.2, 0.2, 0.5, 0.5, 4.0)
    ours = Agreement(0.3, 0.3, 0.3, 0.5, 0.6, 4.0)
    told = _verdict({"fixed": fixed, "segmenter": ours}, "fixed")
    assert told == "F1 better by 0.100, Pk equal by 0.000, WindowDiff worse by 0.100"


async def test_random_boundaries_are_as_many_as_the_golds(folder: Path) -> None:
    corpus = read_corpora(folder)[1]
    vectors = await embedded(corpus.dialogues, FakeEmbedder())
    random = measure(corpus, vectors, None).reached["random"]
    assert random.units_per_segment == pytest.approx(10 / 3)
    assert random.f1 == random.precision == random.recall
    assert random == measure(corpus, vectors, None).reached["random"]


async def test_lengths_are_measured_on_locomo(tmp_path: Path) -> None:
    said = [
        {"speaker": "Ann" if i % 2 else "Bob", "dia_id": f"D1:{i + 1}", "text": text}
        for i, text in enumerate(CATS)
    ]
    sample = {
        "sample_id": "one",
        "conversation": {
            "speaker_a": "Ann",
            "speaker_b": "Bob",
            "session_1": said,
            "session_1_date_time": "1:56 pm on 8 May, 2023",
        },
        "qa": [],
    }
    path = tmp_path / "locomo.json"
    path.write_text(json.dumps([sample]))
    sessions = read_locomo_sessions(path)
    assert [turn.speaker for turn in sessions[0].turns] == ["Bob", "Ann", "Bob", "Ann"]
    lengths = measure_lengths(sessions, await embedded(sessions, FakeEmbedder()), None)
    assert (lengths.sessions, lengths.turns) == (1, 4)
    assert sum(lengths.reasons.values()) == lengths.segments


def test_it_says_how_it_is_called(capsys: pytest.CaptureFixture[str]) -> None:
    assert segmentation.main([]) == 2
    assert "FOLDER [LOCOMO_FILE]" in capsys.readouterr().err
