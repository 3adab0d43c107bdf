"""What the entries of an outline mean together: what a line changes, and what the names in it refer to."""

from functools import cached_property
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from undercroft.exchange.outline.entries import Outline, OutlineEntry, Room, Sort
from undercroft.exchange.outline.naming import Naming
from undercroft.exchange.outline.notes import OutlineNote, OutlineNotes, cut
from undercroft.exchange.outline.properties import REFERENCES
from undercroft.exchange.problems import Severity
from undercroft.kernel.shape import default_of
from undercroft.table.state.ids import ZoneId
from undercroft.table.state.things import ThingKind

S = TypeVar("S", bound=Struct)
MOST_TEXT = 4000
MOST_OPENERS = 40
_MISSING = object()
_SEVERAL = frozenset({"things", "over", "down"})
_USUAL: dict[Sort, dict[str, Any]] = {
    Sort.SITE: {"name": "A new site"},
    Sort.TRAP: {"tell": "", "what": ""},
    Sort.THING: {"kind": ThingKind.TREASURE},
}


class Lookup:
    """An outline whose names can be looked up."""

    def __init__(self, document: Outline, naming: Naming, notes: OutlineNotes) -> None:
        self.document, self.naming, self.notes = document, naming, notes
        self._all: dict[Sort, list[OutlineEntry]] = {}
        self._exits: dict[int, list[OutlineEntry]] = {}

    def all(self, sort: Sort) -> list[OutlineEntry]:
        """The entries of one sort, once exits are joined."""
        if sort not in self._all:
            self._all[sort] = self.document.of(sort)
        return self._all[sort]

    @cached_property
    def openers(self) -> list[OutlineEntry]:
        """The things that say what they open; the first few of them."""
        return [thing for thing in self.all(Sort.THING) if "opens" in thing.refs][:MOST_OPENERS]

    def exits(self, room: Room | None) -> list[OutlineEntry]:
        """The exits of a room, on either side."""
        if not self._exits:
            for entry in self.all(Sort.DOOR):
                for side in (entry.room, self.target(entry)):
                    self._exits.setdefault(id(side), []).append(entry)
        return self._exits.get(id(room), [])

    def made(self, kind: type[S], entry: OutlineEntry, **more: Any) -> S:
        """A part of the site from its entry."""
        return kind(**{**said(entry, kind), **more, "id": entry.id})

    def target(self, entry: OutlineEntry) -> Room | None:
        """The room that an exit leads to."""
        return self.naming.room(entry.refs.get("to", ""))

    def joins(self, entry: OutlineEntry, room: Room | None) -> bool:
        """Whether an exit is in that room, on either side."""
        return room is not None and (entry.room is room or self.target(entry) is room)

    def here(self, entry: OutlineEntry) -> ZoneId:
        """The zone of what is written under a room."""
        if "zone" in entry.key_refs:
            found = self.by_property(entry, "zone")
            if found is not None:
                return ZoneId(found)
        return ZoneId(entry.room.entry.id if entry.room is not None else "")

    def meant(self, entry: OutlineEntry, field: str, key: str, found: object) -> Any:
        """What a reference means: by a property; as before, if the line says the same; else what was found."""
        if field in entry.key_refs:
            return self.by_property(entry, field)
        if entry.was is not None and entry.shown is not None and entry.refs.get(key) == entry.shown.refs.get(key):
            return getattr(entry.was, field)
        return found

    def by_property(self, entry: OutlineEntry, field: str) -> Any:
        """What a property names, by id, by number or by name; an id that is not in the outline is taken as it is."""
        sort = REFERENCES[entry.sort][field]
        ids: list[str] = []
        for name in entry.key_refs[field]:
            known = self._named(sort, name) if isinstance(sort, Sort) else None
            if known is not None:
                ids.append(known.id)
            elif not isinstance(sort, Sort) or ((sort is Sort.THING or entry.sort is Sort.ROW) and " " not in name):
                ids.append(name)
            else:
                self.unknown(entry, field, name, sort)
        return tuple(ids) if field in _SEVERAL else ids[0] if ids else None

    def _named(self, sort: Sort, name: str) -> OutlineEntry | None:
        known = self.naming.given(sort, name)
        if known is None and sort is Sort.ZONE and (room := self.naming.room(name)) is not None:
            known = room.entry
        return known or self.naming.named(sort, name)

    def unknown(self, entry: OutlineEntry, key: str, name: str, sort: Sort) -> None:
        """Note a name that nothing in the outline has."""
        column, end = entry.spans.get(key, (entry.column, entry.end))
        what, fix = f"there is no {sort.one} “{cut(name)}” here", f"name a {sort.one} of this site"
        self.notes.add(OutlineNote("no_such_name", what, fix, entry.line, column, end, Severity.ERROR))


def said(entry: OutlineEntry, kind: type[Struct]) -> dict[str, Any]:
    """The fields of an entry: what was there before, what its line changes, and its properties."""
    own = {field.name: field for field in msgspec.structs.fields(kind)}
    now = {name: value for name, value in entry.fields.items() if name in own}
    found: dict[str, Any] = {**_USUAL.get(entry.sort, {}), **now}
    if entry.was is not None and entry.shown is not None:
        found = {name: getattr(entry.was, name) for name in own}
        for name in {*now, *(name for name in entry.shown.fields if name in own)}:
            if now.get(name, _MISSING) != entry.shown.fields.get(name, _MISSING):
                found[name] = now[name] if name in now else _usual(entry.sort, own[name])
    return found | {name: value for name, value in entry.keys.items() if name in own}


def _usual(sort: Sort, field: msgspec.structs.FieldInfo) -> Any:
    known = _USUAL.get(sort, {})
    return known[field.name] if field.name in known else "" if field.required else default_of(field)


def keep(room: Room, text: str) -> None:
    """Keep words that could not be used, in the room's text for the referee."""
    entry = room.entry
    known = entry.fields.get("secret") or (entry.was.secret if entry.was is not None else "")
    if text not in known:
        entry.fields["secret"] = "\n".join(filter(None, (known, text)))[:MOST_TEXT]
