"""The key to a map: each room with its read-aloud text and the short lines of its outline."""

import re
from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from undercroft.exchange.outline import Outlined
from undercroft.exchange.outline.entries import Sort
from undercroft.exchange.outline.shown import ShownLine, ShownRoom, shown_site
from undercroft.faces.views.dungeon.room import RoomFact, facts_seen
from undercroft.table.site.doors import beyond
from undercroft.table.site.room_numbers import number_order
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.ids import ZoneId
from undercroft.table.state.seen_sites import SeenDoor, SeenSite, SeenZone
from undercroft.table.state.sites import DoorState, Zone

MARKS: Mapping[str, str] = {
    ">": ">", "?>": "\u25c7", "*>": "\u25cc", "?": "\u25c7", "*": "\u25cc", "!": "\u25b3", "$": "$", "=": "=",
}  # fmt: skip
"""The mark on paper for each mark of an outline."""
CREATURE, FOR_THE_REFEREE = "\u25cb", "\u2715"
_FACTS: Mapping[str, str] = {"creatures": CREATURE, "trap": "\u25b3", "found": "\u25c7", "clue": "\u25cc", "thing": "$"}


class KeyLine(Struct, frozen=True):
    """A line of the key: its mark, and what it says."""

    mark: str
    text: str


class KeyRoom(Struct, frozen=True):
    """A room in the key."""

    number: str
    name: str
    states: tuple[str, ...]
    glance: str
    lines: tuple[KeyLine, ...]


def full_key(whole: Outlined, level: int) -> tuple[KeyRoom, ...]:
    """The key to a level for the referee, with every secret."""
    return tuple(_room(room) for room in shown_site(whole).rooms if room.zone.level == level)


def short_key(key: tuple[KeyRoom, ...]) -> tuple[KeyRoom, ...]:
    """The key with the first sentence of each text and the ways of a room in one line, so that a level fits a page."""
    return tuple(replace(room, glance=_first(room.glance), lines=tuple(_short(room.lines))) for room in key)


def _short(lines: tuple[KeyLine, ...]) -> Iterator[KeyLine]:
    ways = [line.text for line in lines if line.mark == ">"]
    if ways:
        yield KeyLine(">", " \u00b7 ".join(ways))
    for line in lines:
        if line.mark != ">":
            yield KeyLine(line.mark, _first(line.text)) if line.mark == FOR_THE_REFEREE else line


def _first(text: str) -> str:
    """The first sentence of a text."""
    return re.split(r"(?<=[.!?])\s", text, maxsplit=1)[0]


def _room(room: ShownRoom) -> KeyRoom:
    zone = room.zone
    lines = [_line(line) for line in room.lines]
    if zone.secret:
        lines.append(KeyLine(FOR_THE_REFEREE, zone.secret))
    glance = " ".join(filter(None, (zone.glance, zone.senses)))
    return KeyRoom(room.label, zone.name, _states(zone), glance, tuple(lines))


def _states(zone: Zone | SeenZone) -> tuple[str, ...]:
    safe = isinstance(zone, Zone) and zone.safe
    return tuple(word for word, so in (("passage", zone.corridor), ("lit", zone.lit), ("safe", safe)) if so)


def _line(line: ShownLine) -> KeyLine:
    """A line of the outline with its mark in a column of its own; creatures have their hit points."""
    if line.sort is Sort.CREATURES:
        hurt = isinstance(line.part, Creatures) and line.part.hp
        points = f", hp {' '.join(map(str, hurt))}" if hurt else ""
        return KeyLine(CREATURE, f"{line.line}{points}")
    mark, _, text = line.line.partition(" ")
    hidden = line.sort is Sort.DOOR and mark != ">"
    return KeyLine(MARKS[mark], f"to {text}" if hidden else text)


def seen_key(known: Campaign, seen: SeenSite, level: int, numbers: Mapping[ZoneId, str]) -> tuple[KeyRoom, ...]:
    """The key to a level by what people saw; a room without a name is not in it."""
    rooms = [zone for zone in seen.zones.values() if zone.level == level and zone.name]
    return tuple(
        KeyRoom(
            numbers.get(zone.id, ""),
            zone.name,
            _states(zone),
            " ".join(filter(None, (zone.glance, zone.senses))),
            tuple(_seen_lines(known, seen, zone.id, numbers)),
        )
        for zone in sorted(rooms, key=lambda zone: number_order(numbers.get(zone.id, "")))
    )


def _seen_lines(known: Campaign, seen: SeenSite, zone: ZoneId, numbers: Mapping[ZoneId, str]) -> Iterator[KeyLine]:
    for door in seen.doors.values():
        if zone in door.between:
            yield KeyLine(">", _way(seen, door, zone, numbers))
    for fact in facts_seen(known, seen, zone):
        yield KeyLine(_FACTS[fact.kind], _said(fact))
    for obstacle in seen.obstacles.values():
        if obstacle.zone == zone and not obstacle.cleared:
            yield KeyLine("=", obstacle.name)


def _said(fact: RoomFact) -> str:
    return f"{fact.title}: {fact.text}" if fact.text else fact.title


def _way(seen: SeenSite, door: SeenDoor, zone: ZoneId, numbers: Mapping[ZoneId, str]) -> str:
    there = beyond(door, zone)
    to = numbers.get(there) or (seen.zones[there].name if there in seen.zones else "")
    state = "" if door.state in (DoorState.NO_DOOR, DoorState.CLOSED) else f", {door.state.value}"
    return " ".join(filter(None, (to, f"{door.name}{state}")))
