"""The main clause of a parsed sentence: who does what."""

from __future__ import annotations

from typing import Any

_SUBJECTS = ("nsubj", "nsubjpass", "expl", "csubj")


def main_subject(doc: Any) -> Any:
    """The subject of the main clause, or of the first of several that only a dash or comma joins; or None."""
    root = _root(doc)
    if root is None:
        return None
    return next((t for t in doc if t.dep_ in _SUBJECTS and _leads(t.head, root)), None)


def main_verb(doc: Any) -> Any:
    """What the main subject does; the root when there is no subject."""
    subject = main_subject(doc)
    return subject.head if subject is not None else _root(doc)


def _root(doc: Any) -> Any:
    return next((token for token in doc if token.dep_ == "ROOT"), None)


def _leads(verb: Any, root: Any) -> bool:
    # by index: spaCy makes a new Token object at every access
    before = verb.dep_ in ("ccomp", "parataxis") and verb.head.i == root.i and verb.i < root.i
    return bool(before or verb.i == root.i)
