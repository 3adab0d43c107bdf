"""Where a group stands on the road: the day of travel by its points, and the night camp."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.hexcrawl.movement import TP_MAX, Milieu, Mode
from undercroft.kernel.units import Seconds
from undercroft.table.names import CreaturesId, HexId, PersonId

NO_POINTS = Fraction(0)


class Spent(StrEnum):
    """What travel points went into."""

    ENTERED = "entered"
    BEGUN = "begun"
    CAST_ABOUT = "cast_about"
    SOUGHT = "sought"
    COMBED = "combed"
    FORAGED = "foraged"
    BEARINGS = "bearings"
    LOST = "lost"
    """Gone with time that went by otherwise."""


class Leg(Struct, frozen=True):
    """Points of the day, what they went into and where, as far as the group knows."""

    what: Spent
    hex: HexId
    points: Fraction


class Begun(Struct, frozen=True):
    """A move that is paid for in part: where to, with how many points, and on which day the last went in."""

    target: HexId
    invested: Fraction
    day: int


class TravelDay(Struct, frozen=True, tag="travel_day"):
    """A day on the road, counted like the campaign's days."""

    day: int
    mode: Mode = Mode.EXPLORING
    destination: HexId | None = None
    route: tuple[HexId, ...] = ()
    """The hexes that are still to be entered on the way there, the next one first."""
    tp_max: Fraction = TP_MAX[Milieu.LAND]
    spent: Fraction = NO_POINTS
    entered: int = 0
    """Hexes entered today."""
    fired: tuple[Fraction, ...] = ()
    """Moments of today that have had their die, in points spent."""
    legs: tuple[Leg, ...] = ()
    begun: Begun | None = None
    must_provision: bool = False
    """They must eat or forage before they go on."""
    owes_forage: bool = False
    """Their next point goes into foraging."""
    unfed: tuple[PersonId, ...] = ()
    """Those who have had nothing to eat today."""
    moved: bool = False
    """They have set out today, and it is settled whether they keep their course."""
    lost: int = 0
    """How many hex sides their moves are turned, to the right; secret."""
    truly: HexId | None = None
    """Where they really are, while they believe to be elsewhere; secret."""
    pending: tuple[CreaturesId, ...] = ()

    @property
    def left(self) -> Fraction:
        """Points of the day that are left."""
        return self.tp_max - self.spent

    @property
    def seen(self) -> TravelDay:
        """What its players may know."""
        return replace(self, lost=0, truly=None, pending=())


class Hour(StrEnum):
    """How far the night has come."""

    DUSK = "dusk"
    NIGHT = "night"
    MORNING = "morning"


class Camp(Struct, frozen=True, tag="camp"):
    """A night camp: what is done before sleep, then the night with its watches and its die, then the morning."""

    hex: HexId
    day: int
    hour: Hour = Hour.DUSK
    left: Fraction = NO_POINTS
    """Travel points that the day has left, for foraging."""
    watches: tuple[tuple[PersonId, ...], ...] = ()
    """Who is awake in each watch of the night, the first one first; nobody, if it is empty."""
    slept: Mapping[PersonId, Seconds] = {}
    """How long each has slept this night, so far."""
    thrown: bool = False
    """The night has had its die."""
    begun: Begun | None = None
    must_provision: bool = False
    owes_forage: bool = False
    destination: HexId | None = None
    route: tuple[HexId, ...] = ()
    mode: Mode = Mode.EXPLORING
    lost: int = 0
    truly: HexId | None = None
    pending: tuple[CreaturesId, ...] = ()

    @property
    def seen(self) -> Camp:
        """What its players may know."""
        return replace(self, lost=0, truly=None, pending=())


Journey = TravelDay | Camp
