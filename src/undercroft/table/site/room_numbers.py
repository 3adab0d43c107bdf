"""The numbers of rooms on the referee's map: the labels they have, or their places in the order of exploring."""

import re
from collections.abc import Iterator
from itertools import chain, count

from undercroft.table.state.ids import ZoneId
from undercroft.table.state.sites import Site

ROOM_NUMBER = "^[A-Z]?[0-9]{1,4}[a-z]?$"
"""How the number of a room is written."""


def is_room_number(label: str) -> bool:
    """Whether a label can stand for a room on the map and in an outline.

    >>> is_room_number("8a"), is_room_number("B12"), is_room_number("the cell")
    (True, True, False)
    """
    return re.fullmatch(ROOM_NUMBER, label) is not None and not label.endswith("\n")


def number_order(label: str) -> tuple[int, str]:
    """The place of a room's number among others.

    >>> sorted(["10", "8a", "2", "8"], key=number_order)
    ['2', '8', '8a', '10']
    """
    digits = "".join(letter for letter in label if letter.isdigit())
    return int(digits or 0), label


def outwards(site: Site, start: ZoneId) -> Iterator[ZoneId]:
    """Every zone within reach, the nearest first."""
    return chain.from_iterable(rings(site, start))


def rings(site: Site, start: ZoneId) -> Iterator[tuple[ZoneId, ...]]:
    """The zones within reach by the number of doors to them: the start, the rooms next to it, and so on."""
    beyond: dict[ZoneId, list[ZoneId]] = {}
    for door in site.doors.values():
        one, other = door.between
        beyond.setdefault(one, []).append(other)
        beyond.setdefault(other, []).append(one)
    ring: tuple[ZoneId, ...] = (start,)
    found = {start}
    while ring:
        yield ring
        next_to = (there for zone in ring for there in beyond.get(zone, ()))
        ring = tuple(dict.fromkeys(there for there in next_to if there not in found and there in site.zones))
        found.update(ring)


def room_numbers(site: Site) -> dict[ZoneId, str]:
    """The number of each room, no two alike: its label, or its place among the others in the order of exploring."""
    numbers: dict[ZoneId, str] = {}
    taken: set[str] = set()
    for id, zone in site.zones.items():
        if is_room_number(zone.label) and zone.label not in taken:
            numbers[id] = zone.label
            taken.add(zone.label)
    free = (str(number) for number in count(1) if str(number) not in taken)
    for id in dict.fromkeys((*outwards(site, site.entrance), *site.zones)):
        if id in site.zones and id not in numbers:
            numbers[id] = next(free)
    return numbers
