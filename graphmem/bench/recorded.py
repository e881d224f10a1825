"""LoCoMo's own observations as a recorded encoder: facts that a model wrote, each with its turns."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

from graphmem.errors import InputError
from graphmem.extract.encode_recorded import RecordedEncoder

SCOPE = "locomo-observed"
"""The benchmark's name in scopes that hold these records instead of local ones."""


def read_observations(path: Path) -> RecordedEncoder:
    """An encoder that gives each turn of locomo10.json the `observation` facts that name it as evidence.

    Raises InputError when the file has none.
    """
    document = json.loads(path.read_text(encoding="utf-8-sig"))
    samples: list[dict[str, Any]] = document if isinstance(document, list) else [document]
    facts: dict[tuple[str, ...], list[tuple[str, str]]] = defaultdict(list)
    for number, sample in enumerate(samples, 1):
        user = f"{SCOPE}:{sample.get('sample_id') or f'{path.stem}-{number}'}"
        for key, by_speaker in (sample.get("observation") or {}).items():
            session = key.removesuffix("_observation")
            for speaker, listed in by_speaker.items():
                for text, told in listed:
                    for dia_id in told.split(", ") if isinstance(told, str) else told:
                        facts[user, session, dia_id].append((text, speaker))
    if not facts:
        raise InputError(f"{path} holds no observations to take records from")
    return RecordedEncoder(facts)
