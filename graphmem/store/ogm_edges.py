"""Relationships with properties as neomodel sees them; public through `graphmem.ogm`."""

from __future__ import annotations

from neomodel import DateTimeNeo4jFormatProperty, StringProperty, StructuredRel


class Supersession(StructuredRel):
    """reason: ended, corrected, edited or re-encoded."""

    at = DateTimeNeo4jFormatProperty()
    reason = StringProperty()


class ByHand(StructuredRel):
    """A change that a person made to an entity."""

    at = DateTimeNeo4jFormatProperty()
    by = StringProperty()
    reason = StringProperty()


class Naming(StructuredRel):
    """by: whoever gave the name; empty where a text did."""

    at = DateTimeNeo4jFormatProperty()
    by = StringProperty()


class Denial(Naming):
    """A name that was taken away; named_at, named_by: of the one who had given it."""

    named_at = DateTimeNeo4jFormatProperty()
    named_by = StringProperty()
