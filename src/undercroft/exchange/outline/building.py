"""The site that an outline describes: names looked up, what was there before kept, and every part made."""

from collections.abc import Collection
from typing import Any

from msgspec.structs import replace

from undercroft.exchange.outline.contents import Contents, in_order
from undercroft.exchange.outline.entries import Outline, OutlineEntry, Room, Sort
from undercroft.exchange.outline.exits import door_of, join_exits
from undercroft.exchange.outline.levels import give_levels
from undercroft.exchange.outline.lookup import MOST_TEXT, Lookup, said
from undercroft.exchange.outline.naming import Naming
from undercroft.exchange.outline.notes import LineMend, OutlineNote, OutlineNotes, cut
from undercroft.exchange.outline.outlined import Outlined
from undercroft.exchange.outline.pruning import pruned
from undercroft.exchange.outline.shown import is_unseen
from undercroft.table.site.room_numbers import room_numbers
from undercroft.table.state.ids import SiteId, ThingId, ZoneId
from undercroft.table.state.new_ids import id_from
from undercroft.table.state.sites import Site, Zone
from undercroft.table.state.things import Guarded, Thing

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Builder:
    """An outline on its way to a site."""

    def __init__(self, document: Outline, base: Outlined | None, notes: OutlineNotes, taken: Collection[str]) -> None:
        self.document, self.base, self.notes = document, base, notes
        self.naming = Naming(document, taken)
        self.look = Lookup(document, self.naming, notes)
        self.placed: set[ZoneId] = set()
        """Zones that have their place on the map already."""

    def built(self) -> Outlined:
        """The site and its things."""
        self.naming.name_all()
        join_exits(self.look)
        self._check_numbers()
        was = self.base.site if self.base is not None else None
        contents = Contents(self.look, self.base)
        fields = said(self.document.site, Site)
        name = fields["name"] or "A new site"
        id = SiteId(self.document.site.keys.get("id") or (was.id if was is not None else id_from(name, "site")))
        doors = [door_of(self.look, entry) for entry in self.look.all(Sort.DOOR)]
        parts: dict[str, list[Any]] = {
            "zones": [self._zone(room) for room in self.document.rooms],
            "doors": [door for door in doors if door is not None],
            "traps": [contents.trap(entry) for entry in self.look.all(Sort.TRAP)],
            "features": [contents.feature(entry) for entry in self.look.all(Sort.FEATURE)],
            "obstacles": [contents.obstacle(entry) for entry in self.look.all(Sort.OBSTACLE)],
            "creatures": [contents.creatures(entry) for entry in self.look.all(Sort.CREATURES)],
        }
        if was is not None:
            typed = {group.id for group in parts["creatures"]}
            parts["creatures"] += [
                creatures for creatures in was.creatures.values() if is_unseen(creatures) and creatures.id not in typed
            ]
        made = {
            kind: in_order({part.id: part for part in found}, getattr(was, kind) if was is not None else ())
            for kind, found in parts.items()
        }
        rows = contents.rows(was.encounters if was is not None else ())
        fields |= {**made, "id": id, "name": name, "entrance": self._entrance(was), "encounters": rows}
        site = Site(**fields)
        site = give_levels(self._numbered(site), self.document)
        things = {ThingId(entry.id): contents.thing(entry, id) for entry in self.look.all(Sort.THING)}
        if self.base is None:
            return Outlined(site, things)
        things = {**self._unseen(self.base), **things}
        return pruned(Outlined(site, in_order(things, self.base.things)), self.base)

    @staticmethod
    def _unseen(base: Outlined) -> dict[ThingId, Thing]:
        """The things of before that no line shows: those of creatures that no line shows."""
        nowhere = {group.id for group in base.site.creatures.values() if is_unseen(group)}
        return {
            id: thing
            for id, thing in base.things.items()
            if isinstance(thing.place, Guarded) and thing.place.by in nowhere
        }

    # Rooms

    def _zone(self, room: Room) -> Zone:
        entry = room.entry
        fields = said(entry, Zone)
        preface = entry.hints.get("preface", "")
        if preface not in fields.get("secret", ""):
            fields["secret"] = "\n".join(filter(None, (preface, fields.get("secret", ""))))[:MOST_TEXT]
        if "label" not in entry.keys:
            fields["label"] = self._label(room)
        if entry.was is not None or "shape" in entry.keys:
            self.placed.add(ZoneId(entry.id))
        fields["id"] = entry.id
        return Zone(**fields)

    def _label(self, room: Room) -> str:
        """The label of a room: that of before if its number is the same, else the number that is typed."""
        entry = room.entry
        before = entry.shown.room if entry.shown is not None else None
        if entry.was is not None and before is not None and before.label == room.label:
            label: str = entry.was.label
            return label
        return "" if self.document.by_order or not room.typed else room.label

    def _check_numbers(self) -> None:
        """Note numbers and ids that two have; the first keeps them."""
        for room in self.document.rooms:
            first = self.naming.labels[room.label]
            if first is not room:
                room.typed = False
                self._twice(room, first)
        for entry in self.naming.twice:
            what = f"two have the id “{cut(str(entry.keys['id']))}”; this one gets another"
            self.notes.add(OutlineNote("twice", what, "leave out the id", entry.line, entry.column, entry.end))

    def _twice(self, room: Room, first: Room) -> None:
        entry: OutlineEntry = room.entry
        free = self._free(room.label)
        column, end = entry.spans["label"]
        what = f"two rooms have the number {room.label}: {cut(first.entry.name)} and {cut(entry.name)}"
        mend = LineMend(f"Make it {free}", entry.line, column, end, free)
        self.notes.add(OutlineNote("twice", what, f"make it {free}", entry.line, column, end, mend=mend))

    def _free(self, label: str) -> str:
        """A number that no room has, near this one."""
        number = label.rstrip(_LETTERS)
        near = (f"{number}{letter}" for letter in _LETTERS)
        highest = max(int("".join(filter(str.isdigit, known)) or 0) for known in self.naming.labels)
        return next((free for free in near if free not in self.naming.labels), str(highest + 1))

    def _numbered(self, site: Site) -> Site:
        """The site, where every room whose number would change by itself keeps it as its label."""
        if self.document.by_order:
            return site
        typed = {
            ZoneId(room.entry.id): room.label
            for room in self.document.rooms
            if room.typed and "label" not in room.entry.keys
        }
        for _ in range(3):
            numbers = room_numbers(site)
            wrong = {id: label for id, label in typed.items() if numbers[id] != label}
            if not wrong:
                break
            zones = {id: replace(zone, label=wrong.get(id, zone.label)) for id, zone in site.zones.items()}
            site = replace(site, zones=zones)
        return site

    def _entrance(self, was: Site | None) -> ZoneId:
        there = [room.entry.id for room in self.document.rooms]
        if "entrance" in self.document.site.key_refs:
            found = self.look.by_property(self.document.site, "entrance")
            if found is not None:
                return ZoneId(found)
        return was.entrance if was is not None and was.entrance in there else ZoneId(there[0] if there else "")
