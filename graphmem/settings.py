"""Every option in one place: frozen, checked, and without a look at the environment."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, SecretStr, model_validator


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ServerSettings(_Frozen):
    """Which Neo4j. uri None: the managed local one, started by itself."""

    uri: str | None = None
    username: str = "neo4j"
    password: SecretStr | None = None
    database: str = "neo4j"
    home: Path
    cache: Path | None = None


class EmbedderSettings(_Frozen):
    """name: `local`, `openai:MODEL` or `sentence-transformers:MODEL`.

    dimensions: asked of an OpenAI-compatible endpoint; None takes the model's own.
    """

    name: str = "local"
    dimensions: int | None = Field(default=None, ge=1, le=4096)
    api_key: SecretStr | None = None
    base_url: str | None = None
    threads: int | None = Field(default=None, ge=1)


class SegmenterSettings(_Frozen):
    """Sizes of a segment in tokens (LycheeMemory V2, appendix B.1, with smaller ones that suit chats)."""

    minimum: int = Field(default=400, ge=1)
    target: int = Field(default=600, ge=1)
    maximum: int = Field(default=800, ge=1)
    gap_minutes: float = Field(default=30.0, gt=0)

    @model_validator(mode="after")
    def _ordered(self) -> SegmenterSettings:
        if not self.minimum <= self.target <= self.maximum:
            raise ValueError("segment sizes must be ordered: minimum <= target <= maximum")
        return self


class WriteSettings(_Frozen):
    """embed_batch: turns whose texts go to the embedder and into one transaction together.

    encode_batch: segments whose records are embedded together. lease_seconds: after which a segment that
    a vanished process was encoding may be taken over.
    """

    embed_batch: int = Field(default=128, ge=1)
    encode_batch: int = Field(default=16, ge=1)
    lease_seconds: float = Field(default=600.0, gt=0)
    concurrency: int = Field(default=4, ge=1)


class Settings(_Frozen):
    """All settings of one memory."""

    server: ServerSettings
    embedder: EmbedderSettings = EmbedderSettings()
    segmenter: SegmenterSettings = SegmenterSettings()
    write: WriteSettings = WriteSettings()
    quantization: Literal["NONE", "SCALAR", "BINARY"] = "NONE"
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"] = "WARNING"
