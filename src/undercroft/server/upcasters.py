"""Conversion of events from older versions to the current one. A log's own bytes are never rewritten.

A new field with a default needs nothing here, since old lines read as they are. An event that was renamed, split or
reshaped gets a line in `UPCASTERS`: the tag and the names of the fields that its events had, and a pure function from
the old body to the tag and body of a later form. Where a meaning changes, the event gets a new tag.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

Form: TypeAlias = tuple[str, frozenset[str]]
"""The tag of an event and the names of its fields."""

Body: TypeAlias = Mapping[str, Any]
Upcaster: TypeAlias = Callable[[Body], tuple[str, Body]]

UPCASTERS: Mapping[Form, Upcaster] = {}
"""None yet: this is the first format."""


def later(tag: str, body: Body, upcasters: Mapping[Form, Upcaster]) -> tuple[str, Body] | None:
    """The next later form of an event, or None if there is none."""
    fields = {name: value for name, value in body.items() if name != "type"}
    upcast = upcasters.get((tag, frozenset(fields)))
    return upcast(fields) if upcast is not None else None
