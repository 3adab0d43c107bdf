"""A site taken apart: its zones, and all that is listed under the site or under a zone, by kind."""

from collections.abc import Iterator
from itertools import chain

from msgspec import Struct

from undercroft.exchange.campaignfile.belongings import in_site
from undercroft.exchange.campaignfile.entries import Entries, FileEntry, Taken, by_id, listed
from undercroft.exchange.campaignfile.problems import FileNotes

PARTS = ("doors", "traps", "features", "obstacles", "creatures")
"""The parts of a site besides zones and things."""
BY_LEVEL = ("clocks", "pictures")
"""What a site has for single levels, under their numbers."""


class SiteParts(Struct, frozen=True):
    """A site, and everything in it by kind and id."""

    site: FileEntry
    zones: Entries
    doors: Entries
    traps: Entries
    features: Entries
    obstacles: Entries
    creatures: Entries
    things: tuple[FileEntry, ...]

    @property
    def entrance(self) -> str | None:
        """The zone of the entrance: the named zone, or the first."""
        named: str | None = self.site.get("entrance")
        return named or next(iter(self.zones), None)


def taken_apart(notes: FileNotes, site: FileEntry) -> SiteParts:
    """A site and its parts."""
    zones = by_id(notes, listed(notes, site, "zones"))
    if not zones and "zones" in site.fields:
        notes.add("no_zones", site.at("zones"), "a site has at least one zone", "add one")
    parts = {kind: by_id(notes, _of_kind(notes, kind, site, zones)) for kind in PARTS}
    things = tuple(in_site(notes, site, zones, parts["creatures"]))
    bare = {id: zone.without("things", *PARTS) for id, zone in zones.items()}
    parts["creatures"] = {id: group.without("things") for id, group in parts["creatures"].items()}
    return SiteParts(site.without("zones", "things", *PARTS), bare, **parts, things=things)


def _of_kind(notes: FileNotes, kind: str, site: FileEntry, zones: Entries) -> Iterator[FileEntry]:
    """The parts listed under the site, then those listed under its zones."""
    field = "from" if kind == "doors" else "zone"
    under_zones = (part.with_fields({field: zone.id}) for zone in zones.values() for part in listed(notes, zone, kind))
    found = chain(listed(notes, site, kind), under_zones)
    return _doors_named([*found]) if kind == "doors" else iter([*found])


def _doors_named(doors: list[FileEntry]) -> Iterator[FileEntry]:
    """The doors, where a door without an id gets one from the zones it joins."""
    taken = Taken(door.id for door in doors)
    for door in doors:
        joined = f"{door.get('from')}-{door.get('to')}"[:60]
        id = door.id or taken.free(joined)
        taken.take(id)
        yield FileEntry(id, door.fields, door.path)
