"""What a word is, and where it begins and ends, in any script.

Python's \\w knows no combining marks, so it cuts words of Hindi and decomposed accents; and a border of \\w
never comes between two letters of a script without spaces. Texts are compared in form NFC, and stay as they
were written.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

_BLOCKS = (
    (0x0041, 0x3100), (0xA600, 0xAC00), (0xFB1E, 0xFB1F), (0xFE00, 0xFE30), (0x10000, 0x12000),
    (0x16A00, 0x17000), (0x1BC00, 0x1BD00), (0x1CF00, 0x1D300), (0x1DA00, 0x1E950), (0xE0100, 0xE01F0),
)  # fmt: skip
"""Where Unicode has capitals and combining marks; elsewhere nothing is looked for, to be quick."""


def _class_of(category: str) -> str:
    """The characters of a general category, such as "M" or "Lu", as the inside of a character class."""
    found = [
        at for block in _BLOCKS for at in range(*block) if unicodedata.category(chr(at)).startswith(category)
    ]
    starts = [at for before, at in pairwise([-2, *found]) if at != before + 1]
    ends = [at for at, after in pairwise([*found, 0x110000]) if after != at + 1]
    return "".join(f"{chr(start)}-{chr(end)}" for start, end in zip(starts, ends, strict=True))


MARKS = _class_of("M")
"""Combining marks, for a character class."""
UPPER = _class_of("Lu")
"""Capital letters, for a character class."""
JOINERS = "\u200c\u200d"
"""They stand between letters of one word, in Persian and in Indian scripts."""
_KATAKANA = "\u30a1-\u30ff\u31f0-\u31ff\uff66-\uff9f"
_HANGUL = "\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff"
SPACELESS = (
    "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u303b\u3041-\u30a0\u3100-\u312f\u31a0-\u31bf\u3400-\u4dbf"
    "\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003347f"  # Han, kana and Bopomofo
    "\u0e01-\u0e4e\u0e81-\u0ece\u0f40-\u0fbc\u1000-\u103f\u1050-\u108f\u1780-\u17d3" + _KATAKANA
)
"""Letters of Han, kana, Thai, Lao, Tibetan, Burmese and Khmer, for a character class."""
WORD = rf"\w{MARKS}{JOINERS}"
"""What words consist of, for a character class."""

_SPACED = rf"[^\W{SPACELESS}]"
_RUN = re.compile(
    rf"(?P<spaceless>[{SPACELESS}][{SPACELESS}{MARKS}]*)|[^\W_{SPACELESS}](?:[^\W_{SPACELESS}]|[{MARKS}{JOINERS}])*"
)
_ASCII = re.compile(r"[^\W_]+", re.ASCII)
_UNIT = re.compile(rf"[{SPACELESS}][{MARKS}]*")
_CLITICS = "وفبكلהובכלמש"
"""Arabic and Hebrew words of one letter, which are written together with the word behind them."""
_PARTICLES = (
    "은|는|이|가|을|를|의|에|와|과|도|로|만|께|한테|야|아|랑|씨|님|네|하고|처럼|보다|부터|까지|으로|입니다"
)
"""Korean particles, which are written together with the word before them."""
_NOWHERE = re.compile(r"(?!)")
_SHORTEST = 3


def nfc(text: str) -> str:
    """The text in its composed form, to be compared."""
    return unicodedata.normalize("NFC", text)


def words(text: str) -> Iterator[str]:
    """The words of letters and digits in order, composed and without case.

    Of a run of letters that is written without spaces, every two neighbours; a letter alone where it stands
    alone. "李娜 likes jazz" → "李娜", "likes", "jazz"; "住在上海" → "住在", "在上", "上海".
    """
    if text.isascii():  # most texts, four times as fast
        yield from _ASCII.findall(text.casefold())
        return
    for run in _RUN.finditer(nfc(text).casefold()):
        if not run["spaceless"]:
            yield run[0]
            continue
        units = _UNIT.findall(run[0])
        yield from (one + other for one, other in pairwise(units))
        if len(units) == 1:
            yield units[0]


def long_words(text: str) -> frozenset[str]:
    """The words of three letters and more, which seldom are function words; of spaceless scripts, all."""
    return frozenset(word for word in words(text) if len(word) >= _SHORTEST or is_spaceless(word[0]))


def is_spaceless(character: str) -> bool:
    """Whether it is a letter of a script that puts no spaces between words."""
    return _UNIT.match(character) is not None


def is_word_part(character: str) -> bool:
    """Whether it stands inside words: a letter, a digit, an underscore, a combining mark or a joiner."""
    return (
        character.isalnum()
        or character == "_"
        or character in JOINERS
        or unicodedata.category(character)[0] == "M"
    )


@lru_cache(maxsize=4096)
def pattern_of(expression: str, *, any_case: bool = False) -> re.Pattern[str]:
    """The expression as words of their own, composed or decomposed, with any white space between them.

    A word ends where another script without spaces begins ("Annaは", "我3月5日走"), or where the script
    itself has no spaces, anywhere. An expression of white space stands nowhere.
    """
    forms = dict.fromkeys((expression, nfc(expression), unicodedata.normalize("NFD", expression)))
    parts = [r"\s+".join(map(re.escape, form.split())) for form in forms]
    bare = nfc(expression).strip()
    if not bare:
        return _NOWHERE
    whole = f"{_before(bare[0])}(?:{'|'.join(parts)}){_after(bare[-1])}"
    return re.compile(whole, re.IGNORECASE if any_case else 0)


def _before(first: str) -> str:
    if re.match(f"[{_KATAKANA}]", first):
        return f"(?<![{_KATAKANA}])"
    if is_spaceless(first) or not is_word_part(first):
        return ""
    if unicodedata.bidirectional(first) in ("R", "AL"):
        return f"(?:(?<!{_SPACED})(?<![{MARKS}])|(?<=(?<!{_SPACED})[{_CLITICS}]))"
    return rf"(?<!{_SPACED})(?<![{_SPACED_MARKS}])"


def _after(last: str) -> str:
    if re.match(f"[{_KATAKANA}]", last):
        return f"(?![{_KATAKANA}{MARKS}])"
    if is_spaceless(last) or not is_word_part(last):
        return f"(?![{MARKS}])"
    if re.match(f"[{_HANGUL}]", last):
        return f"(?![{MARKS}])(?!(?!{_PARTICLES}){_SPACED})"
    return f"(?![{MARKS}])(?!(?![{_HANGUL}]){_SPACED})"


_SPACED_MARKS = "".join(
    f"{start}-{end}"
    for start, end in re.findall(r"(.)-(.)", MARKS, re.DOTALL)
    if not re.match(f"[{SPACELESS}]", start)
)
