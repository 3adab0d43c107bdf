"""Distances as a referee tells them: in feet inside, in yards in the open."""

from undercroft.books.violence.surprise import UNIT, Place, Unit
from undercroft.kernel.amounts import counted
from undercroft.table.state.campaign import Group

FEET = {Unit.FEET: 1, Unit.YARDS: 3}
"""Feet in each unit."""


def outdoors(feet: int) -> tuple[int, Unit]:
    """A distance in the open: in whole yards, else in feet.

    >>> outdoors(330), outdoors(100)
    ((110, <Unit.YARDS: 'yards'>), (100, <Unit.FEET: 'feet'>))
    """
    yards, feet_left = divmod(feet, FEET[Unit.YARDS])
    return (feet, Unit.FEET) if feet_left else (yards, Unit.YARDS)


def how_far(group: Group, feet: int) -> str:
    """A distance from a group, in the unit of the place where it is."""
    if UNIT[Place.DUNGEON if group.site is not None else Place.OUTSIDE] is Unit.FEET:
        return f"{feet} ft"
    return counted(feet // FEET[Unit.YARDS], "yard")
