"""What the lines under a room make: traps, features, obstacles, creatures and things."""

from collections.abc import Collection
from typing import Any

from msgspec.structs import replace

from undercroft.exchange.outline.entries import OutlineEntry, Sort
from undercroft.exchange.outline.lookup import MOST_OPENERS, Lookup, said
from undercroft.exchange.outline.outlined import Outlined
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.ids import CreaturesId, SiteId, ThingId, ZoneId
from undercroft.table.state.sites import EncounterRow, Feature, Obstacle, Trap
from undercroft.table.state.things import Guarded, Lying, Thing


class Contents:
    """The makers of everything in rooms."""

    def __init__(self, look: Lookup, base: Outlined | None) -> None:
        self.look, self.base = look, base
        self.document = look.document
        self._still = {entry.was.id for entry in look.all(Sort.THING) if entry.was is not None}
        self._exits = {id(inner): entry for entry in look.all(Sort.DOOR) for inner in entry.inner}
        loose = [stray.id for stray in self.document.loose if stray.sort is Sort.CREATURES]
        self._last = loose[-1] if loose else None
        """The creatures that are nowhere yet, which things above the first room are with."""

    def trap(self, entry: OutlineEntry) -> Trap:
        """A trap, and the door or the thing that it is on. What nothing here is called stays part of its name."""
        door = thing = None
        on, to = entry.refs.get("on"), entry.refs.get("on_door")
        if to is not None:
            room = self.look.naming.room(to)
            exits = self.look.exits(entry.room)[:MOST_OPENERS]
            door = next((door for door in exits if self.look.joins(door, room)), None)
        elif on is not None:
            thing = self.look.naming.named(Sort.THING, on, lambda other: other.room is entry.room)
            door = self._exit_here(entry, on) if thing is None else None
        fields: dict[str, Any] = {
            "door": self.look.meant(entry, "door", "on_door" if to is not None else "on", door.id if door else None),
            "thing": self.look.meant(entry, "thing", "on", thing.id if thing else None),
        }
        if "whole" in entry.hints and not (fields["door"] or fields["thing"]):
            entry.fields["name"] = entry.hints["whole"]
            entry.fields.pop("trigger", None)
        if entry.was is None and not entry.fields.get("what"):
            entry.fields["what"] = entry.fields["name"]
        return self.look.made(Trap, entry, zone=self.look.here(entry), **fields)

    def _exit_here(self, entry: OutlineEntry, name: str) -> OutlineEntry | None:
        found = self.look.naming.named(Sort.DOOR, name, lambda other: self.look.joins(other, entry.room))
        return found if found is not None and self.look.joins(found, entry.room) else None

    def feature(self, entry: OutlineEntry) -> Feature:
        """A feature, with what it reveals and the things behind it."""
        reveals, opens = entry.refs.get("reveals"), entry.refs.get("opens")
        trap = self.look.naming.named(Sort.TRAP, reveals, lambda other: other.room is entry.room) if reveals else None
        door = self._exit_of(entry) or self._hidden_exit(entry, reveals or opens)
        fields: dict[str, Any] = {
            "zone": self.look.here(entry),
            "door": self.look.meant(entry, "door", "reveals" if reveals else "opens", door.id if door else None),
            "trap": self.look.meant(entry, "trap", "reveals", trap.id if trap else None),
            "things": self.behind(entry),
        }
        if reveals and not (fields["trap"] or fields["door"]):
            self.look.unknown(entry, "reveals", reveals, Sort.TRAP)
        if entry.was is None:
            entry.fields.setdefault("what", entry.hints.get("what", ""))
        return self.look.made(Feature, entry, **fields)

    def _exit_of(self, feature: OutlineEntry) -> OutlineEntry | None:
        """The exit that a feature was written with."""
        return self._exits.get(id(feature))

    def _hidden_exit(self, entry: OutlineEntry, name: str | None) -> OutlineEntry | None:
        """The hidden exit of this room that a feature reveals, by the room it leads to or by its name."""
        if name is None:
            return None
        room = self.look.naming.room(name)
        exits = [door for door in self.look.exits(entry.room)[:MOST_OPENERS] if door.fields.get("hidden")]
        by_name = next((door for door in exits if door.name.casefold() == name.casefold()), None)
        return next((door for door in exits if self.look.joins(door, room)), by_name)

    def behind(self, entry: OutlineEntry) -> tuple[ThingId, ...]:
        """The things behind a feature or under an obstacle: those of before without what is gone, and new ones."""
        if "things" in entry.key_refs:
            found: tuple[ThingId, ...] = self.look.by_property(entry, "things")
            return found
        now = [ThingId(thing.id) for thing in entry.inner if thing.sort is Sort.THING]
        if entry.was is None:
            return tuple(now)
        inline = {part.hints.get("part") for part in (entry.shown.inner if entry.shown is not None else ())}
        kept = tuple(id for id in entry.was.things if id in now or (id not in inline and self._there(id)))
        return (*kept, *(id for id in now if id not in kept))

    def _there(self, id: ThingId) -> bool:
        """Whether a thing of before that has a line of its own, or is elsewhere, is still there."""
        return self.base is None or id not in self.base.things or id in self._still

    def obstacle(self, entry: OutlineEntry) -> Obstacle:
        """An obstacle, with the room beyond it and the things under it."""
        to = entry.refs.get("to")
        room = self.look.naming.room(to) if to is not None else None
        fields: dict[str, Any] = {
            "zone": self.look.here(entry),
            "to": self.look.meant(entry, "to", "to", room.entry.id if room is not None else None),
            "things": self.behind(entry),
        }
        if to is not None and fields["to"] is None:
            self.look.unknown(entry, "to", to, Sort.ZONE)
        fields |= {key: entry.key_refs[key] for key in ("over", "down") if key in entry.key_refs}
        return self.look.made(Obstacle, entry, **fields)

    def creatures(self, entry: OutlineEntry) -> Creatures:
        """Creatures in their room; above the first room they are nowhere yet."""
        zone = ZoneId(entry.room.entry.id) if entry.room is not None else None
        if "zone" in entry.key_refs:
            zone = self.look.by_property(entry, "zone")
        made = self.look.made(Creatures, entry, zone=zone)
        return replace(made, hp=made.hp[: made.count]) if len(made.hp) > made.count else made

    def thing(self, entry: OutlineEntry, site: SiteId) -> Thing:
        """A thing that lies in its room, or that creatures have."""
        if self._unmoved(entry):
            return self.look.made(Thing, entry, place=replace(entry.was.place, site=site))
        keeper = self._keeper(entry)
        place = Lying(site, self.look.here(entry)) if keeper is None else Guarded(site, CreaturesId(keeper))
        return self.look.made(Thing, entry, place=place)

    def _keeper(self, entry: OutlineEntry) -> str | None:
        name = entry.refs.get("with")
        if "with" in entry.key_refs:
            found: str | None = self.look.by_property(entry, "with")
            return found
        if name is not None:
            known = self.look.naming.named(Sort.CREATURES, name, lambda other: other.room is entry.room)
            if known is None:
                self.look.unknown(entry, "with", name, Sort.CREATURES)
            return known.id if known is not None else None
        return self._last if entry.room is None else None

    @staticmethod
    def _unmoved(entry: OutlineEntry) -> bool:
        """Whether a thing is written where it was."""
        shown = entry.shown
        if shown is None or entry.was is None or entry.key_refs or shown.room is None:
            return False
        room = entry.room.entry.shown if entry.room is not None else None
        return shown.room.entry is room and shown.refs.get("with") == entry.refs.get("with")

    def rows(self, was: tuple[EncounterRow, ...]) -> tuple[EncounterRow, ...]:
        """The encounter table: that of the outline, else that of before."""
        entries = self.look.all(Sort.ROW)
        return tuple(self._row(entry) for entry in entries) if entries else was

    def _row(self, entry: OutlineEntry) -> EncounterRow:
        fields = said(entry, EncounterRow)
        name = entry.refs.get("creatures")
        if "creatures" in entry.key_refs:
            fields["creatures"] = self.look.by_property(entry, "creatures")
        elif name is not None and (found := self.look.naming.named(Sort.CREATURES, name)) is not None:
            fields["creatures"] = found.id
        return EncounterRow(**fields)


def in_order(parts: dict[Any, Any], was: Collection[Any]) -> dict[Any, Any]:
    """The parts in the order they had before, then the new ones."""
    return {**{id: parts[id] for id in was if id in parts}, **parts}
