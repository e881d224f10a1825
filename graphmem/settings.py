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

    dimensions: asked of an OpenAI-compatible endpoint; None takes the model's own. batch: texts in one
    request to such an endpoint; fewer are sent where it refuses so many.
    """

    name: str = "local"
    dimensions: int | None = Field(default=None, ge=1, le=4096)
    batch: int = Field(default=256, ge=1, le=2048)
    api_key: SecretStr | None = None
    base_url: str | None = None
    threads: int | None = Field(default=None, ge=1)


class LLMSettings(_Frozen):
    """Which language model. model None: there is none, and nothing ever calls one.

    api_version: of Azure; given, base_url is the resource's address and model the deployment. timeout:
    seconds for one try. retries: of a request that a rate limit, a server error or the network failed.
    concurrency: calls at once. budget: tokens, in and out, that one job may use; None for no limit.
    max_tokens: of one answer, at most; the encoder asks for so many, most other tasks for fewer. thinking:
    tokens allowed on top of every answer, for models whose thoughts count as output.
    """

    model: str | None = Field(default=None, min_length=1)
    api_key: SecretStr | None = None
    base_url: str | None = None
    api_version: str | None = None
    timeout: float = Field(default=120.0, gt=0)
    retries: int = Field(default=4, ge=0)
    concurrency: int = Field(default=8, ge=1)
    budget: int | None = Field(default=None, ge=1)
    max_tokens: int = Field(default=4096, ge=16)
    thinking: int = Field(default=0, ge=0)


class RerankerSettings(_Frozen):
    """name: `none`, `llm`, `sentence-transformers:MODEL`, or the address of a rerank endpoint, such as
    `https://api.jina.ai/v1/rerank#MODEL`. api_key, timeout (seconds), retries: for the endpoint.
    """

    name: str = "none"
    api_key: SecretStr | None = None
    timeout: float = Field(default=30.0, gt=0)
    retries: int = Field(default=3, ge=0)


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

    encode_batch: segments of a session whose records are embedded together. lease_seconds: after which a
    segment that a vanished process was encoding may be taken over. concurrency: conversations that are added
    at once, and sessions of a user that are encoded at once. quiet_seconds: after the last `add` of a user,
    until summaries are written and tiers sorted in the background; None leaves both to `consolidate`.
    """

    embed_batch: int = Field(default=128, ge=1)
    encode_batch: int = Field(default=16, ge=1)
    lease_seconds: float = Field(default=60.0, gt=0)
    concurrency: int = Field(default=4, ge=1)
    quiet_seconds: float | None = Field(default=30.0, ge=0)


class TierSettings(_Frozen):
    """What is short, mid and long term.

    capacity: closed segments in the short term. heat = visit_weight · visits + interaction_weight ·
    interactions, both cooling by exp(-days / tau_days); promote_at, demote_below: of it. rest_days: without
    use before a segment is demoted. touches: whether what readers are shown is counted.
    """

    capacity: int = Field(default=7, ge=1)
    visit_weight: float = Field(default=0.8, ge=0)
    interaction_weight: float = Field(default=0.8, ge=0)
    tau_days: float = Field(default=30.0, gt=0)
    promote_at: float = Field(default=5.0, gt=0)
    demote_below: float = Field(default=2.0, ge=0)
    rest_days: float = Field(default=14.0, ge=0)
    touches: bool = True

    @model_validator(mode="after")
    def _ordered(self) -> TierSettings:
        if self.demote_below > self.promote_at:
            raise ValueError("demote_below must not be above promote_at")
        return self


class Settings(_Frozen):
    """All settings of one memory.

    encoder, planner: who makes records and plans questions; None is the language model where one is named,
    else the local encoder and the rules. belief: who decides that a statement takes another's place; off
    keeps every statement believed (the append-only store of LycheeMemory V2, appendix B.3).
    """

    server: ServerSettings
    embedder: EmbedderSettings = EmbedderSettings()
    llm: LLMSettings = LLMSettings()
    reranker: RerankerSettings = RerankerSettings()
    encoder: Literal["local", "llm"] | None = None
    planner: Literal["rules", "llm"] | None = None
    belief: Literal["off", "rules", "llm"] | None = None
    segmenter: SegmenterSettings = SegmenterSettings()
    write: WriteSettings = WriteSettings()
    tiers: TierSettings = TierSettings()
    quantization: Literal["NONE", "SCALAR", "BINARY"] = "NONE"
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"] = "WARNING"
