"""What is asked of a language model."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Prompt:
    """One request. purpose: what it is for, in the ledger (encode, plan, answer, construct, rerank, judge,
    supersede).

    version: of the wording, such as "encode/1"; it changes when system does. max_tokens: of the output.
    scope: the user on whose behalf it is asked, "" when it is nobody's.
    """

    purpose: str
    version: str
    system: str
    user: str
    max_tokens: int = 2048
    temperature: float = 0.0
    scope: str = ""
