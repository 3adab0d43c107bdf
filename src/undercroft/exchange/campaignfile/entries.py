"""Everything with an id, however the file lists it, with the path it was found at."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias, cast

from msgspec import UNSET, Struct

from undercroft.exchange.campaignfile.checking import BAD_ID
from undercroft.exchange.campaignfile.forming import ID
from undercroft.exchange.campaignfile.problems import Notes, Path, cut


class Entry(Struct, frozen=True):
    """Something with an id: its fields as far as they are good, and where it stands."""

    id: str
    fields: Mapping[str, Any]
    path: Path

    def get(self, key: str) -> Any:
        """What a field says, or None."""
        return self.fields.get(key)

    def table(self, key: str) -> Mapping[str, Any]:
        """The table that a field is; an empty one if it is not there."""
        found: Mapping[str, Any] = self.fields.get(key, {})
        return found

    def items(self, key: str) -> Iterator[tuple[int, Any]]:
        """The items of the list that a field is, as far as they are good, each with its number."""
        return ((number, item) for number, item in enumerate(self.fields.get(key, ())) if item is not UNSET)

    def at(self, *keys: str | int) -> Path:
        """Where a field stands."""
        return (*self.path, *keys)

    def saying(self, fields: Mapping[str, Any]) -> Entry:
        """The same with these fields besides."""
        return Entry(self.id, {**self.fields, **fields}, self.path)

    def without(self, *keys: str) -> Entry:
        """The same without these fields."""
        return Entry(self.id, {key: value for key, value in self.fields.items() if key not in keys}, self.path)


Entries: TypeAlias = Mapping[str, Entry]


def listed(notes: Notes, owner: Entry, key: str) -> Iterator[Entry]:
    """What stands under a key, be it tables under their ids or a list; members of a list may lack an id."""
    path, collection = owner.at(key), owner.get(key)
    if isinstance(collection, dict):
        for id, fields in cast("dict[str, dict[str, Any]]", collection).items():
            if not re.fullmatch(str(ID.pattern), id) or len(id) > (ID.most or 0):
                code, what, fix = BAD_ID
                notes.add(code, (*path, id), f"“{cut(id)}” {what}", fix)
            yield Entry(id, fields, (*path, id))
    elif isinstance(collection, list):
        for number, fields in owner.items(key):
            yield Entry(fields.get("id", ""), fields, (*path, number)).without("id")


def by_id(notes: Notes, found: Iterable[Entry]) -> dict[str, Entry]:
    """The entries by their ids; one whose id is there already is a problem, and left out."""
    known: dict[str, Entry] = {}
    for entry in found:
        if entry.id in known:
            notes.add("twice", entry.path, f"“{entry.id}” is there already", "call it by another id")
        elif entry.id:
            known[entry.id] = entry
    return known


class Taken:
    """Ids that are taken."""

    def __init__(self, ids: Iterable[str] = ()) -> None:
        self._ids = set(ids)
        self._last: dict[str, int] = {}

    def take(self, id: str) -> None:
        """It is taken from now on."""
        self._ids.add(id)

    def free(self, id: str) -> str:
        """The id, or the same with the least number that is free."""
        number, name = self._last.get(id, 1), id
        while name in self._ids:
            number += 1
            name = f"{id}-{number}"
        self._last[id] = max(1, number - 1)
        return name
