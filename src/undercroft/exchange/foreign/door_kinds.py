"""The kinds of doors that files of other programs have, in our terms: one list for readers and for corrections."""

from collections.abc import Mapping
from enum import StrEnum

from undercroft.table.state.sites import Door, DoorState, Grade, Site


class Passable(StrEnum):
    """What a door is."""

    OPENING = "opening"
    DOOR = "door"
    STUCK = "stuck"
    LOCKED = "locked"
    BARRED = "barred"
    HIDDEN = "hidden"
    SECRET = "secret"  # noqa: S105 - a kind of door


STATES: Mapping[Passable, DoorState] = {
    Passable.OPENING: DoorState.NO_DOOR,
    Passable.DOOR: DoorState.CLOSED,
    Passable.STUCK: DoorState.STUCK,
    Passable.LOCKED: DoorState.LOCKED,
    Passable.BARRED: DoorState.BARRED,
}
GRADES: Mapping[Passable, Grade] = {Passable.HIDDEN: Grade.HIDDEN, Passable.SECRET: Grade.SECRET}


def door_as(site: Site, door: Door) -> Passable:
    """What a door is now."""
    hiding = next((feature for feature in site.features.values() if feature.door == door.id), None)
    if door.hidden:
        return Passable.HIDDEN if hiding is not None and hiding.grade is Grade.HIDDEN else Passable.SECRET
    return next((kind for kind, state in STATES.items() if state is door.state), Passable.DOOR)
