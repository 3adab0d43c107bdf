"""Everything with a deadline."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.names import PersonId, SiteId, ThingId, TimerId


class Lapse(StrEnum):
    """What happens when its moment comes."""

    LIGHT = "light"
    WARNING = "warning"
    EFFECT = "effect"
    CONDITION = "condition"
    POISON = "poison"
    DYING = "dying"
    RISING = "rising"
    WAKING = "waking"
    DROWNING = "drowning"
    FRAIL = "frail"
    DISEASE = "disease"
    UP_LATE = "up_late"
    SLEPT = "slept"
    MEAL = "meal"
    DOOM = "doom"
    TREATMENT = "treatment"
    DIGGING = "digging"
    DOOR = "door"
    BATTERING = "battering"
    BELL = "bell"


NEVER = Seconds(2**53 - 1)
"""The deadline of what lasts until somebody ends it."""


class Timer(Struct, frozen=True):
    """A deadline: of a person, or, without one, of all the world, which no group passes before the others have come.

    `to` are the seats that know of it.
    """

    id: TimerId
    lapse: Lapse
    what: str
    since: Seconds
    due: Seconds
    to: tuple[SeatId, ...]
    person: PersonId | None = None
    site: SiteId | None = None
    thing: ThingId | None = None
    about: str = ""
    """The id of what it concerns: a condition, a door, the light it warns of."""
    uses: int | None = None
    """What is left of an effect that can be spent before it ends."""
