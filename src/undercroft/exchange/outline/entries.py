"""An outline taken apart: rooms, and under each room what its lines say, before names are looked up."""

from enum import StrEnum
from typing import Any

from msgspec import Struct, field

from undercroft.exchange.campaignfile import forms
from undercroft.kernel.shape import Record
from undercroft.table.state import sites, things
from undercroft.table.state.creatures import Creatures


class Sort(StrEnum):
    """What a line of an outline describes."""

    SITE = "site"
    ZONE = "room"
    DOOR = "exit"
    TRAP = "trap"
    FEATURE = "hidden feature"
    OBSTACLE = "obstacle"
    CREATURES = "creatures"
    THING = "thing"
    ROW = "encounter"

    @property
    def one(self) -> str:
        """The word for one of them."""
        return "creature" if self is Sort.CREATURES else self.value


KINDS: dict[Sort, type[Struct]] = {
    Sort.SITE: sites.Site,
    Sort.ZONE: sites.Zone,
    Sort.DOOR: sites.Door,
    Sort.TRAP: sites.Trap,
    Sort.FEATURE: sites.Feature,
    Sort.OBSTACLE: sites.Obstacle,
    Sort.CREATURES: Creatures,
    Sort.THING: things.Thing,
    Sort.ROW: sites.EncounterRow,
}
FORMS: dict[Sort, Record] = {
    Sort.SITE: forms.SITE,
    Sort.ZONE: forms.ZONE,
    Sort.DOOR: forms.DOOR,
    Sort.TRAP: forms.TRAP,
    Sort.FEATURE: forms.FEATURE,
    Sort.OBSTACLE: forms.OBSTACLE,
    Sort.CREATURES: forms.CREATURES,
    Sort.THING: forms.IN_SITE,
    Sort.ROW: forms.ROW,
}


class OutlineEntry(Struct):
    """Something that a line describes. `fields` are values by name, `refs` are names of other things."""

    sort: Sort
    line: int
    column: int = 1
    end: int = 1
    fields: dict[str, Any] = field(default_factory=dict[str, Any])
    refs: dict[str, str] = field(default_factory=dict[str, str])
    spans: dict[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])
    """The columns of a reference."""
    keys: dict[str, Any] = field(default_factory=dict[str, Any])
    """What lines such as `key: value` below it say."""
    key_refs: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    inner: list["OutlineEntry"] = field(default_factory=list["OutlineEntry"])
    """The feature of a hidden exit, or the things behind a feature or under an obstacle."""
    room: "Room | None" = None
    """The room it is written under."""
    id: str = ""
    was: Any = None
    """What it was before, as the game has it."""
    shown: "OutlineEntry | None" = None
    """What its line said before."""
    hints: dict[str, Any] = field(default_factory=dict[str, Any])
    """What the line says about the map only."""

    @property
    def name(self) -> str:
        """What the line calls it."""
        return str(self.fields.get("name") or self.fields.get("what") or self.hints.get("what") or "")

    @property
    def feature(self) -> "OutlineEntry | None":
        """The feature that reveals a hidden exit."""
        return next((entry for entry in self.inner if entry.sort is Sort.FEATURE), None)


class Room(Struct):
    """A room, and the lines under it."""

    label: str
    entry: OutlineEntry
    entries: list[OutlineEntry] = field(default_factory=list[OutlineEntry])
    typed: bool = True
    """The label is the number to keep."""

    def of(self, sort: Sort) -> list[OutlineEntry]:
        """The entries of one sort."""
        return [entry for entry in self.entries if entry.sort is sort]


class Outline(Struct):
    """A whole outline."""

    site: OutlineEntry
    rooms: list[Room] = field(default_factory=list[Room])
    loose: list[OutlineEntry] = field(default_factory=list[OutlineEntry])
    """Creatures that are nowhere yet, their things, and rows of the encounter table."""
    by_order: bool = False
    """Rooms have the numbers of the order of exploring, unless they say otherwise."""

    @property
    def entries(self) -> list[OutlineEntry]:
        """Every entry but the site and its rooms."""
        return [*self.loose, *(entry for room in self.rooms for entry in room.entries)]

    def of(self, sort: Sort) -> list[OutlineEntry]:
        """The entries of one sort, with those inside others."""
        found: list[OutlineEntry] = []
        for entry in self.entries:
            found += [line for line in (entry, *entry.inner) if line.sort is sort]
        return found
