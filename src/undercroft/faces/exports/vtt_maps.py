"""The maps of a campaign as Universal VTT files: walls with gaps at doors, and a portal for each door."""

import json
from collections.abc import Iterator
from math import pi

from undercroft.exchange.foreign.own_plan import OWN
from undercroft.faces.exports.archive import level_by_level
from undercroft.faces.exports.exporter import Subject
from undercroft.faces.exports.floor_plans import FloorPlan, PlanDoor
from undercroft.table.state.sites import DoorState, Shape

PIXELS = 70
"""The pixels of a square."""
_GAP = 0.5
"""Half the width of a door, in squares."""
_OPEN = frozenset({DoorState.OPEN, DoorState.NO_DOOR, DoorState.BROKEN})

Spot = tuple[float, float]


def universal_vtt(subject: Subject) -> bytes:
    """A ZIP file with a map for each level of each site."""
    return level_by_level(subject, "uvtt", lambda plan: json.dumps(vtt_map(plan), ensure_ascii=False))


def vtt_map(plan: FloorPlan) -> dict[str, object]:
    """One level."""
    walls = [wall for room in plan.rooms for wall in _walls(room.shape, [*_ends(plan, room.shape)])]
    passages = [side for door in plan.doors for side in _passage(door)]
    return {
        "format": 0.3,
        "resolution": {
            "map_origin": {"x": 0, "y": 0},
            "map_size": {"x": plan.width, "y": plan.height},
            "pixels_per_grid": PIXELS,
        },
        "line_of_sight": [[_point(spot) for spot in line] for line in (*walls, *passages)],
        "objects_line_of_sight": [],
        "portals": [_portal(door) for door in plan.doors],
        "environment": {"baked_lighting": False, "ambient_light": "ffffffff"},
        "lights": [],
        "image": "",
        OWN: _own(plan),
    }


def _own(plan: FloorPlan) -> dict[str, object]:
    """What the format has no place for, for Undercroft alone: the rooms with their names, and what doors are."""
    return {
        "title": plan.title,
        "entrance": plan.entrance,
        "rooms": [
            {"id": room.id, "number": room.number, "name": room.name, "corridor": room.corridor, **_box(room.shape)}
            for room in plan.rooms
        ],
        "doors": [
            {
                "id": door.id,
                "between": [*door.between],
                "name": door.name,
                "state": door.state.value,
                "hidden": door.hidden,
            }
            for door in plan.doors
        ],
    }


def _box(shape: Shape) -> dict[str, int]:
    return {"x": shape.x, "y": shape.y, "width": shape.width, "height": shape.height}


def _point(spot: Spot) -> dict[str, float]:
    return {"x": round(spot[0], 3), "y": round(spot[1], 3)}


def _ends(plan: FloorPlan, shape: Shape) -> Iterator[Spot]:
    """Where ways leave a room."""
    return (end for door in plan.doors for end in door.ends if _on_wall(shape, end))


def _on_wall(shape: Shape, spot: Spot) -> bool:
    x, y = spot
    beside = x in (shape.x, shape.x + shape.width) and shape.y < y < shape.y + shape.height
    return beside or (y in (shape.y, shape.y + shape.height) and shape.x < x < shape.x + shape.width)


def _walls(shape: Shape, gaps: list[Spot]) -> Iterator[tuple[Spot, Spot]]:
    """The four walls of a room, with a gap at each way out."""
    left, top, right, bottom = shape.x, shape.y, shape.x + shape.width, shape.y + shape.height
    for y in (top, bottom):
        holes = sorted(x for x, at in gaps if at == y)
        yield from (((a, y), (b, y)) for a, b in _between(left, right, holes))
    for x in (left, right):
        holes = sorted(y for at, y in gaps if at == x)
        yield from (((x, a), (x, b)) for a, b in _between(top, bottom, holes))


def _between(first: float, last: float, holes: list[float]) -> Iterator[tuple[float, float]]:
    start = first
    for hole in holes:
        if hole - _GAP > start:
            yield start, hole - _GAP
        start = max(start, hole + _GAP)
    if start < last:
        yield start, last


def _passage(door: PlanDoor) -> Iterator[tuple[Spot, Spot]]:
    """The two sides of the passage between two rooms that stand apart."""
    (x, y), (to_x, to_y) = door.ends
    if y == to_y and x != to_x:
        yield from (((x, y + side), (to_x, y + side)) for side in (-_GAP, _GAP))
    elif x == to_x and y != to_y:
        yield from (((x + side, y), (x + side, to_y)) for side in (-_GAP, _GAP))


def _portal(door: PlanDoor) -> dict[str, object]:
    (x, y), (to_x, to_y) = door.ends
    at = ((x + to_x) / 2, (y + to_y) / 2)
    upright = y == to_y
    reach = (0.0, _GAP) if upright else (_GAP, 0.0)
    bounds = [(at[0] - reach[0], at[1] - reach[1]), (at[0] + reach[0], at[1] + reach[1])]
    return {
        "position": _point(at),
        "bounds": [_point(spot) for spot in bounds],
        "rotation": round(pi / 2, 6) if upright else 0.0,
        "closed": door.state not in _OPEN,
        "freestanding": False,
    }
