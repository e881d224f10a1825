"""Words that are looked up letter by letter: identifiers, paths, codes, versions, flags and plates."""

from __future__ import annotations

import re

from graphmem.text.words import is_spaceless

_AROUND = "\"'“”‘’`()[]{}<>,;:!?…"
_AMOUNT = re.compile(r"[+-]?[\d.,:/]*\d[a-zA-Z%°€$£]{0,4}(?:['’]s)?")
"""A number with its unit or ending: "5pm", "3rd", "10km", "1990s", "3/5/2024"."""
_IDENTIFIER = re.compile(
    r"""
    (?=\S*\d)(?=\S*[A-Za-z])[\w.#/+-]+      # letters with digits: E11000, W-4711, v2.13.4-rc1, build-07
    | \S*\w_\w\S*                           # snake_case, MAX_RETRIES
    | [a-z]{2,}[a-z0-9]*[A-Z]\w*(?:\(\))?   # getUserById
    | (?:[A-Z][a-z0-9]+){3,}(?:\(\))?       # RefundServiceTest
    | \w+\(\) | \w+(?:::\w+)+               # restart(), std::move
    | --[A-Za-z][\w-]*(?:=\S*)? | -[A-Za-z] # --no-cache, -v
    | \w+://\S+ | [\w.+-]+@[\w-]+\.\w[\w.]* # addresses
    | (?:~|\.{1,2}|[A-Za-z]:)?[/\\][\w.-]+(?:[/\\][\w.-]+)* # /etc/hosts, ./run, C:\temp
    | [\w.-]+(?:[/\\][\w.-]+)*\.(?:py|js|jsx|ts|tsx|md|txt|json|jsonl|ya?ml|toml|sh|c|h|cpp|java|rs|go|rb
      |php|sql|pdf|docx?|xlsx?|pptx?|csv|tsv|png|jpe?g|gif|svg|mp3|mp4|html?|css|log|cfg|conf|ini|zip|gz|tar|lock|exe)
    | \.[a-z][\w.-]{2,}                     # .env, .gitignore
    | [\w.-]+(?:[/\\][\w.-]+){3,}           # src/app/payments/refunds
    | \#\d+ | \d+(?:\.\d+){2,} | \d{5,}     # #553, 2.13.4, 100234
    """,
    re.VERBOSE,
)
_SHORTEST = 3


def identifiers(query: str) -> tuple[str, ...]:
    """The words of a query that look like identifiers, each once; the word itself of a query of one word."""
    given = query.split()
    bare = [word.strip(_AROUND).rstrip(".") for word in given]
    found = [word for word in bare if _IDENTIFIER.fullmatch(word) and not _AMOUNT.fullmatch(word)]
    whole = [word.rstrip(".,;:!?…") for word in given if word.endswith(("()", "();", "()?", "()."))]
    found += [word for word in whole if _IDENTIFIER.fullmatch(word)]
    if not found and len(bare) == 1 and len(bare[0]) >= _SHORTEST and not is_spaceless(bare[0]):
        found = bare
    return tuple(dict.fromkeys(found))
