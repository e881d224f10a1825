"""Every error graphmem raises, in one tree.

GraphMemError
├── ConfigError          a setting, key or extra is missing or wrong
├── InputError           what was handed in cannot be stored or read (also a ValueError)
├── NotFound             no such node for this user
├── Conflict             the same id with other content, or a user being forgotten
├── ServerUnavailable    Neo4j cannot be reached, started or used
│   └── LocalServerError the managed local server cannot be installed or run
├── SchemaOutOfDate      migrations are missing, edited or newer than this version
├── DimensionMismatch    the embedder is not the one the store was filled with
├── ModelError           a model (LLM, embedder, reranker) failed
│   ├── EmbedderError
│   ├── RerankerError
│   └── LLMError
│       ├── OutputTruncated  the answer was cut off; split the work
│       └── OutputInvalid    the answer does not have the shape that was asked for
└── AnswerError          an answer broke its contract (a citation outside the context)

A message says what happened, to which thing, and what to do about it.
"""

from __future__ import annotations


class GraphMemError(Exception):
    """Root of the tree; catch it to catch everything graphmem raises on purpose."""


class ConfigError(GraphMemError):
    """A setting, key or optional package is missing or wrong."""


class InputError(GraphMemError, ValueError):
    """What was handed in cannot be stored or read as it is."""


class NotFound(GraphMemError, LookupError):
    """No such node exists for this user."""


class Conflict(GraphMemError):
    """The same identity with other content, or a user who is being forgotten."""


class ServerUnavailable(GraphMemError):
    """Neo4j cannot be reached, started or used."""


class LocalServerError(ServerUnavailable):
    """The managed local Neo4j cannot be installed, started or stopped."""


class SchemaOutOfDate(GraphMemError):
    """Migrations are missing, were edited after use, or come from a newer version."""


class DimensionMismatch(GraphMemError):
    """The embedder differs from the one whose vectors the store already holds."""


class ModelError(GraphMemError):
    """A model (LLM, embedder or reranker) failed or returned something unusable."""


class EmbedderError(ModelError):
    """The embedder failed, or returned zero, non-finite or wrong-sized vectors."""


class RerankerError(ModelError):
    """The reranker failed, or returned scores that cannot be used."""


class LLMError(ModelError):
    """The language model cannot be reached, refuses, or spent the tokens that were allowed."""


class OutputTruncated(LLMError):
    """The model's answer was cut off at its token limit, or its prompt leaves no room for one."""


class OutputInvalid(LLMError):
    """The model's answer does not have the shape that was asked for, after repair and one more try."""


class AnswerError(GraphMemError):
    """An answer broke its contract."""
