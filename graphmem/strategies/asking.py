"""How a question is answered: with a language model where there is one, else by quotation."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from graphmem.answer.asking import Asking
from graphmem.answer.construct import Construct
from graphmem.answer.extractive import Extract
from graphmem.answer.gather import Gather
from graphmem.answer.keep_best import KeepByScore
from graphmem.answer.keep_model import KeepByModel
from graphmem.answer.model_reply import ModelReply
from graphmem.extract import tokens
from graphmem.extract.local.times import dated
from graphmem.extract.time_expressions import describe, find_times
from graphmem.model.interval import TimeExpression
from graphmem.ports.embedder import Embedder
from graphmem.ports.llm import LLM
from graphmem.ports.search import CardReader
from graphmem.ports.sentences import SentenceReader


def asking(
    cards: CardReader,
    sentences: SentenceReader,
    embedder: Embedder,
    llm: LLM | None,
) -> Asking:
    """The composition behind `ask`."""
    gather = Gather(cards, tokens.count, times)
    if llm is None:
        keep_best = KeepByScore(sentences, embedder)
        extract = Extract.of(sentences, embedder, find_times, describe)
        return Asking(gather, Construct(cards, gather, keep_best, tokens.count), extract)
    keep = KeepByModel(llm, describe)
    return Asking(gather, Construct(cards, gather, keep, tokens.count), ModelReply(llm, times, describe))


def times(text: str, said_at: datetime | None) -> Sequence[TimeExpression]:
    """The expressions that date what a text tells; not "now", nor how long something took."""
    return dated(find_times(text, said_at))
