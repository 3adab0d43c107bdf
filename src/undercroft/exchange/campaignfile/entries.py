"""Everything with an id, however the file lists it, with its path in the file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias, cast

from msgspec import UNSET, Struct

from undercroft.exchange.campaignfile.checking import BAD_ID
from undercroft.exchange.campaignfile.forming import ID
from undercroft.exchange.campaignfile.problems import FileNotes, Path, cut


class FileEntry(Struct, frozen=True):
    """Something with an id: its good fields, and its path."""

    id: str
    fields: Mapping[str, Any]
    path: Path

    def get(self, key: str) -> Any:
        """The value of a field, or None."""
        return self.fields.get(key)

    def table(self, key: str) -> Mapping[str, Any]:
        """The table in a field, or an empty table if it is missing."""
        found: Mapping[str, Any] = self.fields.get(key, {})
        return found

    def items(self, key: str) -> Iterator[tuple[int, Any]]:
        """The good items of the list in a field, each with its number."""
        return ((number, item) for number, item in enumerate(self.fields.get(key, ())) if item is not UNSET)

    def at(self, *keys: str | int) -> Path:
        """The path of a field."""
        return (*self.path, *keys)

    def with_fields(self, fields: Mapping[str, Any]) -> FileEntry:
        """The same entry with these fields added."""
        return FileEntry(self.id, {**self.fields, **fields}, self.path)

    def without(self, *keys: str) -> FileEntry:
        """The same entry without these fields."""
        return FileEntry(self.id, {key: value for key, value in self.fields.items() if key not in keys}, self.path)


Entries: TypeAlias = Mapping[str, FileEntry]


def listed(notes: FileNotes, owner: FileEntry, key: str) -> Iterator[FileEntry]:
    """The entries under a key, either tables under their ids or a list, where an item may lack an id."""
    path, collection = owner.at(key), owner.get(key)
    if isinstance(collection, dict):
        for id, fields in cast("dict[str, dict[str, Any]]", collection).items():
            if not re.fullmatch(str(ID.pattern), id) or len(id) > (ID.most or 0):
                code, what, fix = BAD_ID
                notes.add(code, (*path, id), f"“{cut(id)}” {what}", fix)
            yield FileEntry(id, fields, (*path, id))
    elif isinstance(collection, list):
        for number, fields in owner.items(key):
            yield FileEntry(fields.get("id", ""), fields, (*path, number)).without("id")


def by_id(notes: FileNotes, found: Iterable[FileEntry]) -> dict[str, FileEntry]:
    """The entries by their ids. An entry whose id is taken is a problem, and left out."""
    known: dict[str, FileEntry] = {}
    for entry in found:
        if entry.id in known:
            notes.add("twice", entry.path, f"“{entry.id}” is already the id of another", "choose another id")
        elif entry.id:
            known[entry.id] = entry
    return known


class Taken:
    """The ids that are taken."""

    def __init__(self, ids: Iterable[str] = ()) -> None:
        self._ids = set(ids)
        self._last: dict[str, int] = {}

    def take(self, id: str) -> None:
        """Mark an id as taken."""
        self._ids.add(id)

    def free(self, id: str) -> str:
        """The id, or the id with the lowest number that makes it free."""
        number, name = self._last.get(id, 1), id
        while name in self._ids:
            number += 1
            name = f"{id}-{number}"
        self._last[id] = max(1, number - 1)
        return name
