"""Ways through a site as somebody knows it: what bars them, and how one gets from here to there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from undercroft.table.doors import beyond
from undercroft.table.names import DoorId, ZoneId
from undercroft.table.seen import SeenObstacle, SeenSite
from undercroft.table.sites import DoorState, Obstacle

SHUT_FAST = frozenset({DoorState.LOCKED, DoorState.STUCK, DoorState.BARRED})
"""States in which nobody just walks through."""

InTheWay = TypeVar("InTheWay", Obstacle, SeenObstacle)


def barring(obstacles: Iterable[InTheWay], here: ZoneId | None, there: ZoneId) -> InTheWay | None:
    """What lies between two zones and has not been cleared."""
    ends = {here, there}
    return next(
        (one for one in obstacles if one.to is not None and not one.cleared and {one.zone, one.to} == ends), None
    )


def paths(seen: SeenSite, start: ZoneId) -> Mapping[ZoneId, tuple[DoorId, ...]]:
    """The shortest known way from a zone to every other, by its doors."""
    found: dict[ZoneId, tuple[DoorId, ...]] = {start: ()}
    edge = [start]
    while edge:
        here = edge.pop(0)
        for door in seen.doors.values():
            if here not in door.between or door.state in SHUT_FAST:
                continue
            there = beyond(door, here)
            if there not in found and barring(seen.obstacles.values(), here, there) is None:
                found[there] = (*found[here], door.id)
                edge.append(there)
    return {zone: doors for zone, doors in found.items() if doors}
