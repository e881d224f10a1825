"""What `graphmem` offers: pinned, since others depend on it."""

import graphmem

NAMES = [
    "AddManyResult", "AddResult", "Answer", "AnswerError", "AnswerPart", "AsyncMemory", "CheckResult",
    "Citation", "Claim", "ConfigError", "Conflict", "ConsolidateResult", "Conversation",
    "DimensionMismatch", "EmbedderError", "ExportResult", "FailedConversation", "FailedSegment",
    "Filters", "ForgetResult", "GraphMemError", "History", "Hit", "ImportResult", "InputError",
    "LLMError", "LocalServerError", "Memory", "MemoryPage", "Message", "ModelError", "NotFound",
    "OutputInvalid", "OutputTruncated", "Problem", "Proof", "RerankerError", "RetentionRule", "SchemaOutOfDate",
    "SearchResult", "ServerUnavailable", "Stats", "StoredMemory", "Timings", "Tokens", "Usage",
    "Version",
]  # fmt: skip


def test_the_public_names_are_these() -> None:
    assert graphmem.__all__ == NAMES


def test_every_public_name_can_be_had() -> None:
    assert [getattr(graphmem, name).__name__ for name in NAMES] == NAMES


def test_the_blocking_verbs_are_the_awaited_ones() -> None:
    def verbs(of: type) -> set[str]:
        return {name for name in vars(of) if not name.startswith("_")}

    assert verbs(graphmem.Memory) == verbs(graphmem.AsyncMemory)
