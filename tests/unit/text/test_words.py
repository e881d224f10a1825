"""Words and their borders in many scripts."""

from __future__ import annotations

import pytest

from graphmem.text.words import long_words, pattern_of, words


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Ana's 2 red_bikes", ["ana", "s", "2", "red", "bikes"]),
        ("दिल्ली क्रिकेट", ["दिल्ली", "क्रिकेट"]),
        ("jalapen\u0303o", ["jalapeño"]),
        ("می\u200cخواهم", ["می\u200cخواهم"]),
        ("李娜 likes jazz", ["李娜", "likes", "jazz"]),
        ("住在上海。猫", ["住在", "在上", "上海", "猫"]),
        ("ที่อยู่", ["ที่อ", "อยู่"]),
        ("iPhone手机2", ["iphone", "手机", "2"]),
        ("தமிழ் மொழி", ["தமிழ்", "மொழி"]),
        ("Straße", ["strasse"]),
        ("?! …", []),
    ],
)
def test_words(text: str, found: list[str]) -> None:
    assert list(words(text)) == found


def test_long_words_leave_out_short_ones_of_spaced_scripts_only() -> None:
    assert long_words("I am at 上海 now") == {"上海", "now"}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Ana", "Where does Ana live?"),
        ("李娜", "李娜住在哪里？"),
        ("さくら", "今日さくらはどこですか"),
        ("アン", "アンはどこ？"),
        ("Anna", "Annaは東京に住んでいる"),
        ("Anna", "Anna는 어디에 살아?"),
        ("민수", "민수는 어디에 살아?"),
        ("สมชาย", "คุณสมชายอยู่ที่ไหน"),
        ("मीना", "मीना कहाँ रहती है?"),
        ("أحمد", "أين يعيش وأحمد؟"),
        ("דנה", "איפה גרה דנה?"),
        ("Jose\u0301", "Where does José live?"),
        ("José", "Where does Jose\u0301 live?"),
        ("3月5日", "我3月5日去北京。"),
        ("昨天", "我昨天去了。"),
        ("Dr. Wu", "Did Dr.  Wu call?"),
        ("iPhone", "我的iPhone手机"),
        ("เมื่อวาน", "ฉันไปเมื่อวานนี้"),
    ],
)
def test_an_expression_stands_as_a_word(name: str, text: str) -> None:
    assert pattern_of(name).search(text)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Ana", "banana"),
        ("Ana", "Ana\u0301 sings"),
        ("अ", "अनार"),
        ("राम", "रामायण पढ़ो"),
        ("アン", "アンナはどこ？"),
        ("아름", "아름다운 날"),
        ("3", "我33岁"),
        ("Ana", "ana"),
        ("حمد", "أحمد هنا"),
    ],
)
def test_a_part_of_a_word_is_none(name: str, text: str) -> None:
    assert not pattern_of(name).search(text)


def test_case_may_be_any() -> None:
    assert pattern_of("Ana", any_case=True).search("ana is here")
