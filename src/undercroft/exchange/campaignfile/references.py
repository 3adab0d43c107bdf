"""Checking references between the parts of a file: everything named exists, can be reached, and can be found."""

from collections.abc import Collection, Mapping
from itertools import chain
from typing import Any

from undercroft.exchange.campaignfile.entries import Entries, FileEntry
from undercroft.exchange.campaignfile.problems import FileNotes, Path, cut, suggestion
from undercroft.exchange.campaignfile.sites import BY_LEVEL, SiteParts
from undercroft.kernel.amounts import plural
from undercroft.kernel.faults import BadNotation
from undercroft.kernel.notation import parse_few
from undercroft.table.fight.muster import another_scale
from undercroft.table.state.creatures import blows
from undercroft.table.state.sites import NEEDED, DoorState, Grade, Harm, Trigger


def check_site(notes: FileNotes, parts: SiteParts, things: Entries, people: Entries, monsters: Collection[str]) -> None:
    """Check that everything in a site names only what exists."""
    named(notes, "zone", parts.site.get("entrance"), parts.zones, parts.site.at("entrance"))
    revealed = {feature.get("door") for feature in parts.features.values()}
    for door in parts.doors.values():
        _door(notes, door, parts, things)
        if door.get("hidden") and door.id not in revealed:
            fix = f'add a feature with door = "{door.id}"'
            notes.warn("never_found", door.at("hidden"), "it is hidden, and no feature leads to it", fix)
    for trap in parts.traps.values():
        _trap(notes, trap, parts, things)
    for feature in parts.features.values():
        _feature(notes, feature, parts, things)
    for obstacle in parts.obstacles.values():
        _obstacle(notes, obstacle, parts, things, people)
    for creatures in parts.creatures.values():
        _creatures(notes, creatures, parts)
    check_rows(notes, parts.site, "encounters", {*parts.creatures, *monsters})
    _levels(notes, parts)
    _rooms(notes, parts)
    _reachable(notes, parts)


def named(notes: FileNotes, what: str, id: object, among: Collection[str], path: Path) -> bool:
    """Whether something of that id exists; if not, note a problem."""
    if id is None or id in among:
        return id is not None
    fix = suggestion(str(id), among, f"name one of the {plural(what)}" if among else f"add a {what}")
    notes.add("unknown_reference", path, f"there is no {what} “{cut(str(id))}”", fix)
    return False


def dice(notes: FileNotes, written: object, path: Path) -> None:
    """Check that dice can be thrown."""
    if not isinstance(written, str):
        return
    try:
        parse_few(written)
    except BadNotation as fault:
        notes.add("bad_dice", path, fault.what, fault.fix)
    except ValueError as fault:
        notes.add("bad_dice", path, f"too many dice: {fault}", "roll fewer")


def check_numbers(notes: FileNotes, creatures: FileEntry) -> None:
    """Check the numbers of creatures: an AC of a fight's scale, and the damage as dice.

    The damage may also be the dice of each attack, with slashes between them.
    """
    ac = creatures.get("ac")
    if isinstance(ac, int) and (scale := another_scale(ac)):
        notes.warn("ac_scale", creatures.at("ac"), scale, "write the AC that it means here")
    written = creatures.get("damage")
    for blow in blows(written) if isinstance(written, str) else ():
        dice(notes, blow, creatures.at("damage"))


def _door(notes: FileNotes, door: FileEntry, parts: SiteParts, things: Entries) -> None:
    sides = [door.get("from"), door.get("to")]
    known = [named(notes, "zone", door.get(side), parts.zones, door.at(side)) for side in ("from", "to")]
    if all(known) and sides[0] == sides[1]:
        notes.add("no_way", door.at("to"), "it leads back to where it comes from", "name the zone on the other side")
    for key in ("barred_from", "one_way"):
        if door.get(key) is not None and all(known) and door.get(key) not in sides:
            what = f"“{cut(door.get(key))}” is on neither side of it"
            notes.add("unknown_reference", door.at(key), what, f"write {sides[0]} or {sides[1]}")
    if door.get("state") == DoorState.BARRED and "barred_from" not in door.fields:
        notes.add("missing", door.at("barred_from"), "it is barred, but not from a side", "name the zone with the bar")
    named(notes, "thing", door.get("key"), things, door.at("key"))


def _in_zone(notes: FileNotes, entry: FileEntry, parts: SiteParts) -> None:
    named(notes, "zone", entry.get("zone"), parts.zones, entry.at("zone"))


def _trap(notes: FileNotes, trap: FileEntry, parts: SiteParts, things: Entries) -> None:
    _in_zone(notes, trap, parts)
    _own_door(notes, trap, parts)
    named(notes, "thing", trap.get("thing"), things, trap.at("thing"))
    dice(notes, trap.get("damage"), trap.at("damage"))
    if trap.get("trigger") == Trigger.THRESHOLD and "door" not in trap.fields:
        notes.add("missing", trap.at("door"), "its trigger is a threshold, and the door is missing", "name the door")
    if trap.get("harm") == Harm.FALL and not trap.get("feet"):
        notes.add("missing", trap.at("feet"), "it makes people fall, but has no depth", "give feet")


def _own_door(notes: FileNotes, entry: FileEntry, parts: SiteParts) -> None:
    """Check that the door that a part refers to is a door of the same zone."""
    id, zone = entry.get("door"), entry.get("zone")
    if named(notes, "door", id, parts.doors, entry.at("door")):
        door = parts.doors[id]
        if zone in parts.zones and zone not in (door.get("from"), door.get("to")):
            fix = f"name a door of {zone}, or write it under a zone of that door"
            notes.add("elsewhere", entry.at("door"), f"the door “{id}” is not in its zone", fix)


def _feature(notes: FileNotes, feature: FileEntry, parts: SiteParts, things: Entries) -> None:
    _in_zone(notes, feature, parts)
    _own_door(notes, feature, parts)
    named(notes, "trap", feature.get("trap"), parts.traps, feature.at("trap"))
    _concealed(notes, feature, parts, things)
    clues = feature.fields.get("clues", ())
    if feature.get("grade") == Grade.SECRET and not clues:
        notes.warn("no_clue", feature.at("clues"), "a secret without a clue is never found", "give two or three clues")
    for number, given in feature.items("clues_given"):
        if given >= len(clues):
            notes.add(
                "unknown_reference", feature.at("clues_given", number), f"there is no clue {given}", "count from 0"
            )


def _concealed(notes: FileNotes, entry: FileEntry, parts: SiteParts, things: Entries) -> None:
    """Check that things behind or under a part are in the same zone."""
    zone = entry.get("zone")
    for number, id in entry.items("things"):
        path = entry.at("things", number)
        place: Mapping[str, Any] = things[id].get("place") if named(notes, "thing", id, things, path) else {}
        if place and zone in parts.zones and (place.get("site"), place.get("zone")) != (parts.site.id, zone):
            notes.add("elsewhere", path, f"“{id}” is not in {zone}", f"write it under the things of {zone}")


def _obstacle(notes: FileNotes, obstacle: FileEntry, parts: SiteParts, things: Entries, people: Entries) -> None:
    _in_zone(notes, obstacle, parts)
    known = named(notes, "zone", obstacle.get("to"), parts.zones, obstacle.at("to"))
    if known and obstacle.get("to") == obstacle.get("zone"):
        notes.add("no_way", obstacle.at("to"), "it blocks the way to its own zone", "name the zone beyond it")
    _concealed(notes, obstacle, parts, things)
    for needed in NEEDED.get(obstacle.get("kind"), ()):
        if not obstacle.get(needed):
            what = f"what it takes to get past it is missing: {needed}"
            notes.add("missing", obstacle.at(needed), what, f"give {needed}, more than 0")
    for key in ("over", "down"):
        for number, id in obstacle.items(key):
            named(notes, "character", id, people, obstacle.at(key, number))


def _creatures(notes: FileNotes, creatures: FileEntry, parts: SiteParts) -> None:
    _in_zone(notes, creatures, parts)
    check_numbers(notes, creatures)
    count, hp = creatures.get("count"), creatures.fields.get("hp", ())
    if count is not None and len(hp) > count:
        notes.add(
            "too_many", creatures.at("hp"), f"hp is for {len(hp)} creatures, but there are {count}", "remove some"
        )
    if creatures.get("hd") == 0:
        notes.add("too_few", creatures.at("hd"), "0 Hit Dice are too few", 'the least is a part, such as "1/2"')


def check_rows(notes: FileNotes, owner: FileEntry, key: str, creatures: Collection[str]) -> None:
    """Check the creatures of an encounter table, and that rows of the same name are equal."""
    known: dict[str, Any] = {}
    for number, row in owner.items(key):
        entry = FileEntry("", row, owner.at(key, number))
        named(notes, "creature", entry.get("creatures"), creatures, entry.at("creatures"))
        if "creatures" not in entry.fields:
            what = f"the row “{cut(entry.get('name') or '')}” has no creatures, so it is an event"
            notes.warn("event_row", entry.path, what, "keep it as an event, or name its creatures")
        dice(notes, entry.get("count"), entry.at("count"))
        if known.setdefault(entry.get("name") or "", row) != row:
            notes.add(
                "twice", entry.at("name"), f"there is another row “{entry.get('name')}” already", "give it another name"
            )


def _levels(notes: FileNotes, parts: SiteParts) -> None:
    """Check that a level with its own clock or picture exists."""
    levels = {str(zone.fields.get("level", 1)) for zone in parts.zones.values()}
    for name in BY_LEVEL:
        for level in parts.site.table(name):
            named(notes, "level", level, sorted(levels), parts.site.at(name, level))


def _rooms(notes: FileNotes, parts: SiteParts) -> None:
    """Check that no two rooms have the same number, and that each has a text to read aloud."""
    taken: dict[str, str] = {}
    for id, zone in parts.zones.items():
        label = zone.get("label")
        if label is not None and taken.setdefault(label, id) != id:
            notes.add("twice", zone.at("label"), f"{taken[label]} has the number {label} already", "give it another")
        if not zone.get("glance"):
            notes.warn("no_text", zone.at("glance"), "it has no text to read aloud", "write what people see")


def _reachable(notes: FileNotes, parts: SiteParts) -> None:
    """Check that every zone can be reached from the entrance, by known or hidden ways."""
    entrance = parts.entrance
    if entrance is None or entrance not in parts.zones:
        return
    ways = _ways(parts)
    reached, at_hand = {entrance}, [entrance]
    while at_hand:
        beyond = ways.get(at_hand.pop(), set()) - reached
        reached |= beyond
        at_hand += beyond
    for id, zone in parts.zones.items():
        if id not in reached:
            notes.warn("unreachable", zone.path, f"no way leads here from {entrance}", "add a door, or remove the zone")


def _ways(parts: SiteParts) -> dict[str, set[str]]:
    """The zones that can be reached from each zone: through doors, some of them one-way, and over obstacles."""
    ways: dict[str, set[str]] = {}
    doors = ((door.get("from"), door.get("to"), door.get("one_way")) for door in parts.doors.values())
    past = ((obstacle.get("zone"), obstacle.get("to"), None) for obstacle in parts.obstacles.values())
    for near, far, only in chain(doors, past):
        if near is not None and far is not None:
            for start, end in ((near, far), (far, near)):
                if only not in (near, far) or only == start:
                    ways.setdefault(start, set()).add(end)
    return ways
