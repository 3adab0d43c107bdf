"""Where a group stands on the road: a day of travel points or of hiking, and the night camp that is pitched upon it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.hexcrawl.land import Terrain
from undercroft.books.hexcrawl.movement import TP_MAX, Milieu, Mode
from undercroft.books.neverwhere.overexertion import Flaw, Site
from undercroft.books.neverwhere.units import Weeks
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
    LATE = "late"
    """The day was that far gone when they set out."""


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


class Task(Struct, frozen=True):
    """A search that something came between: what kind, for what, and the points that went into it."""

    what: Spent
    paid: Fraction
    target: str = ""


class Caravan(Struct, frozen=True):
    """How a group travels: mounts for all and the ground they suit, a carriage, and people who are not on the roll."""

    mounted: bool = False
    suits: frozenset[Terrain] = frozenset({Terrain.PLAINS, Terrain.HILLS})
    carriage: bool = False
    followers: int = 0


class Afoot(Struct, frozen=True):
    """How long people have walked without a stop, in hours, and until when."""

    hours: Fraction
    until: Seconds


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
    task: Task | None = None
    must_provision: bool = False
    """They must eat or forage before they go on."""
    owes_forage: bool = False
    """That was left over from the day before."""
    caravan: Caravan = Caravan()
    marching: bool = False
    """They go on along their route until something happens."""
    set_out: bool = False
    """They have made their first move today, and it is settled whether they keep their course."""
    lost: int = 0
    """How many hex sides their moves are turned, to the right; secret."""
    believed: HexId | None = None
    """Where they believe to be, while they are elsewhere; to themselves they are simply there."""
    strayed: tuple[HexId, ...] = ()
    """What they have drawn in the wrong place since they lost their way; secret."""
    pending: tuple[CreaturesId, ...] = ()
    afoot: Afoot | None = None
    """Their walk since they last stood still or were at something else."""

    @property
    def left(self) -> Fraction:
        """Points of the day that are left."""
        return self.tp_max - self.spent

    @property
    def invested(self) -> Fraction:
        """Points in the move that is begun."""
        return NO_POINTS if self.begun is None else self.begun.invested

    @property
    def seen(self) -> TravelDay:
        """What its players may know."""
        return replace(self, lost=0, believed=None, strayed=(), pending=())


class Hour(StrEnum):
    """How far the night has come."""

    DUSK = "dusk"
    NIGHT = "night"
    MORNING = "morning"


class Camp(Struct, frozen=True, tag="camp"):
    """A night camp: what is done before sleep, then the night with its watches and its die, then the morning."""

    hex: HexId
    """As far as they know."""
    day: int
    since: Seconds
    hour: Hour = Hour.DUSK
    left: Fraction = NO_POINTS
    """Travel points that the day has left, for foraging."""
    watches: tuple[tuple[PersonId, ...], ...] = ()
    """Who is awake in each watch of the night, the first one first; nobody keeps watch where there are none."""
    slept: Mapping[PersonId, Seconds] = {}
    """How long each has slept this night, so far."""
    thrown: bool = False
    """The night has had its die."""
    must_provision: bool = False
    owes_forage: bool = False
    """The first point of the next day goes into foraging."""
    pending: tuple[CreaturesId, ...] = ()

    @property
    def seen(self) -> Camp:
        """What its players may know."""
        return replace(self, pending=())


class Injury(Struct, frozen=True):
    """What overdoing it will have taken by the evening."""

    hp: int
    site: Site | None = None
    flaw: Flaw | None = None
    weeks: Weeks | None = None


class Walker(Struct, frozen=True):
    """How somebody fares on a day's march: by what share it is longer, and whether by extra effort."""

    gain: Fraction = NO_POINTS
    effort: bool = False
    injury: Injury | None = None


class Hike(Struct, frozen=True, tag="hike"):
    """A day's march on foot, in hours and kilometres."""

    day: int
    route: tuple[HexId, ...] = ()
    """The hexes that are still to be entered, the next one first."""
    hours: Fraction = NO_POINTS
    """On the march today."""
    unrested: Fraction = NO_POINTS
    """Hours of it since they last sat down."""
    km: Fraction = NO_POINTS
    """Marched today."""
    into: Fraction = NO_POINTS
    """Kilometres of the way into the next hex."""
    walkers: Mapping[PersonId, Walker] = {}
    """Those who have thrown for the march today."""
    together: bool = False
    """Their leader has thrown for all."""
    pending: tuple[CreaturesId, ...] = ()

    @property
    def seen(self) -> Hike:
        """What its players may know."""
        return replace(self, pending=())

    @property
    def straining(self) -> frozenset[PersonId]:
        """Those who march with extra effort."""
        return frozenset(who for who, walker in self.walkers.items() if walker.effort)
