"""Long-term memory for LLM agents, kept as a graph in Neo4j."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphmem.errors import (
        AnswerError,
        ConfigError,
        Conflict,
        DimensionMismatch,
        EmbedderError,
        GraphMemError,
        InputError,
        LLMError,
        LocalServerError,
        ModelError,
        NotFound,
        OutputInvalid,
        OutputTruncated,
        RerankerError,
        SchemaOutOfDate,
        ServerUnavailable,
    )
    from graphmem.memory import AsyncMemory
    from graphmem.model.answer import Answer, AnswerPart, Claim, Proof
    from graphmem.model.checkup import CheckResult, Problem
    from graphmem.model.forgetting import ForgetResult, RetentionRule
    from graphmem.model.history import History, Version
    from graphmem.model.hit import Citation, Filters, Hit, SearchResult
    from graphmem.model.portable import ExportResult, ImportResult
    from graphmem.model.results import (
        AddManyResult,
        AddResult,
        ConsolidateResult,
        FailedConversation,
        FailedSegment,
        MemoryPage,
        Stats,
        StoredMemory,
        Timings,
    )
    from graphmem.model.turn import Conversation, Message
    from graphmem.model.usage import Tokens, Usage
    from graphmem.sync import Memory

_HOMES = {
    "graphmem.errors": (
        "AnswerError",
        "ConfigError",
        "Conflict",
        "DimensionMismatch",
        "EmbedderError",
        "GraphMemError",
        "InputError",
        "LLMError",
        "LocalServerError",
        "ModelError",
        "NotFound",
        "OutputInvalid",
        "OutputTruncated",
        "RerankerError",
        "SchemaOutOfDate",
        "ServerUnavailable",
    ),
    "graphmem.memory": ("AsyncMemory",),
    "graphmem.model.answer": ("Answer", "AnswerPart", "Claim", "Proof"),
    "graphmem.model.checkup": ("CheckResult", "Problem"),
    "graphmem.model.forgetting": ("ForgetResult", "RetentionRule"),
    "graphmem.model.history": ("History", "Version"),
    "graphmem.model.hit": ("Citation", "Filters", "Hit", "SearchResult"),
    "graphmem.model.portable": ("ExportResult", "ImportResult"),
    "graphmem.model.results": (
        "AddManyResult",
        "AddResult",
        "ConsolidateResult",
        "FailedConversation",
        "FailedSegment",
        "MemoryPage",
        "Stats",
        "StoredMemory",
        "Timings",
    ),
    "graphmem.model.turn": ("Conversation", "Message"),
    "graphmem.model.usage": ("Tokens", "Usage"),
    "graphmem.sync": ("Memory",),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "AddManyResult",
    "AddResult",
    "Answer",
    "AnswerError",
    "AnswerPart",
    "AsyncMemory",
    "CheckResult",
    "Citation",
    "Claim",
    "ConfigError",
    "Conflict",
    "ConsolidateResult",
    "Conversation",
    "DimensionMismatch",
    "EmbedderError",
    "ExportResult",
    "FailedConversation",
    "FailedSegment",
    "Filters",
    "ForgetResult",
    "GraphMemError",
    "History",
    "Hit",
    "ImportResult",
    "InputError",
    "LLMError",
    "LocalServerError",
    "Memory",
    "MemoryPage",
    "Message",
    "ModelError",
    "NotFound",
    "OutputInvalid",
    "OutputTruncated",
    "Problem",
    "Proof",
    "RerankerError",
    "RetentionRule",
    "SchemaOutOfDate",
    "SearchResult",
    "ServerUnavailable",
    "Stats",
    "StoredMemory",
    "Timings",
    "Tokens",
    "Usage",
    "Version",
]


def __getattr__(name: str) -> Any:
    """Public names are loaded when they are used: spaCy and the driver take a second to import."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'graphmem' has no attribute {name!r}")
    value = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value
