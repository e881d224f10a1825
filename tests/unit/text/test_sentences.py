"""Sentences end at their marks, and nowhere else."""

from __future__ import annotations

import time

import pytest

from graphmem.text.sentences import sentence_spans


def split(text: str, *, lines: bool = False) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text, lines=lines)]


@pytest.mark.parametrize(
    "text",
    [
        "My doctor is Dr. Gruber in Main St. 12.",
        "I was born on 3. May in St. Louis.",
        "The meeting is at 5 p.m. in room No. 7 with Mr. Brown.",
        "I like fruits, e.g. figs and plums.",
        "The train leaves at 9 a.m. Monday from Mt. Vernon.",
        "My favourite author is J. R. R. Tolkien, not J.K. Rowling.",
        "She works for the U.S. Army near Ft. Worth.",
        "See Fig. 3 on p. 12 of vol. 2 (approx. five pages).",
        "Sgt. Miller lives on Sunset Blvd. 77 since Sept. 2019.",
        "Mein Geburtstag ist am 3. Mai.",
        "Wir treffen uns am Montag, den 12. Oktober, um 5 Uhr.",
        "Das war im 19. Jahrhundert, z. B. in Wien.",
        "Ich esse gern Obst, z.B. Feigen, d.h. fast jeden Tag ca. zwei.",
        "Ich wohne in der Hauptstr. 12 am Bhf. Altona.",
        "Das ist der 2. Versuch von Frau Dr. Meier.",
        "Vom 20. bis 22. Mai bin ich in St. Gallen.",
        "J'habite chez M. Dupont et Mme. Roche, av. Foch.",
        "Vivo con la Sra. García en la calle núm. 5.",
        "Abito con il Sig. Rossi dal 2. piano, ad es. oggi.",
        "Ik woon bij dhr. Jansen, d.w.z. in nr. 12.",
        "Mieszkam przy ul. Długiej z prof. Nowakiem, np. latem.",
        "Jag gillar frukt, t.ex. äpplen.",
        "Doç. Yılmaz ile konuştum, örn. dün.",
        "Moro com a Dra. Silva na av. Brasil, p.ex. no verão.",
        "Wait... what?",
        "1. Buy milk for Ana.",
        "“It is done.” she said.",
    ],
)
def test_a_full_stop_inside_a_sentence(text: str) -> None:
    assert split(text) == [text]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I met Dr. Lee. She is kind!", ["I met Dr. Lee.", "She is kind!"]),
        ("We meet at 5 p.m. Then we eat.", ["We meet at 5 p.m.", "Then we eat."]),
        ("It opens at 9 a.m. Tom comes too.", ["It opens at 9 a.m.", "Tom comes too."]),
        ("I live on Main St. We like it.", ["I live on Main St.", "We like it."]),
        ("I work for Acme Inc. My boss is Kim.", ["I work for Acme Inc.", "My boss is Kim."]),
        ("I have 3. Tom has 4.", ["I have 3.", "Tom has 4."]),
        ("Er kommt am 3. Ich freue mich.", ["Er kommt am 3.", "Ich freue mich."]),
        ("We moved in 1999. then we left.", ["We moved in 1999.", "then we left."]),
        ("i like art. then i went home.", ["i like art.", "then i went home."]),
        ("I said no. Then I left.", ["I said no.", "Then I left."]),
        ("Figs, plums, etc. Anna likes them.", ["Figs, plums, etc.", "Anna likes them."]),
        ("I watch TV. Tom reads.", ["I watch TV.", "Tom reads."]),
        ("It was I. Then he left.", ["It was I.", "Then he left."]),
        ("It means a lot to me. Bye! :)", ["It means a lot to me.", "Bye! :)"]),
        ("Oh... Yes. Ok!", ["Oh...", "Yes.", "Ok!"]),
        ("你好吗？我很好。", ["你好吗？", "我很好。"]),
        ("「元気？」と聞いた。はい！", ["「元気？」", "と聞いた。", "はい！"]),
        ("मैं ठीक हूँ। तुम कैसे हो?", ["मैं ठीक हूँ।", "तुम कैसे हो?"]),
        ("كيف حالك؟ أنا بخير.", ["كيف حالك؟", "أنا بخير."]),
        ("He said “Go.” Then he left.", ["He said “Go.”", "Then he left."]),
    ],
)
def test_a_full_stop_that_ends_one(text: str, found: list[str]) -> None:
    assert split(text) == found


def test_lines_end_sentences_only_where_that_is_asked() -> None:
    text = "One line\nanother with Dr.\nWho"
    assert (split(text), split(text, lines=True)) == ([text], ["One line", "another with Dr.", "Who"])


def test_sentences_come_lazily() -> None:
    assert next(sentence_spans("First. " + "More. " * 1_000_000)) == (0, 6)


@pytest.mark.parametrize(
    "text", ["!" * 200_000 + "x", ".) " * 70_000, "e.g. " * 40_000, "x" * 200_000 + ". a"]
)
def test_long_runs_take_no_time(text: str) -> None:
    started = time.process_time()
    assert "".join("".join(part.split()) for part in split(text)) == "".join(text.split())
    assert time.process_time() - started < 2.0
