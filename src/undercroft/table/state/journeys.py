"""A group on the road: a day of travel points or of hiking, and the night camp that follows it."""

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
from undercroft.table.state.any_scene import AnyScene
from undercroft.table.state.ids import HexId, PersonId

NO_POINTS = Fraction(0)


class Spent(StrEnum):
    """What travel points were spent on."""

    ENTERED = "entered"
    BEGUN = "begun"
    CAST_ABOUT = "cast_about"
    SOUGHT = "sought"
    COMBED = "combed"
    FORAGED = "foraged"
    BEARINGS = "bearings"
    LATE = "late"
    """Points lost because the group set out late."""


class Leg(Struct, frozen=True):
    """Travel points of a day, what they were spent on, and the hex the group believes it was in."""

    what: Spent
    hex: HexId
    points: Fraction
    really: HexId | None = None
    """The hex it truly led to, once the group knows of its mistake."""

    @property
    def led_to(self) -> HexId:
        """The hex it led to, as far as this copy tells."""
        return self.really or self.hex


class Begun(Struct, frozen=True):
    """A move paid in part: its target, the points paid so far, and the day of the last payment."""

    target: HexId
    invested: Fraction
    day: int


class Task(Struct, frozen=True):
    """An interrupted search: its kind, its target, and the points paid so far."""

    what: Spent
    paid: Fraction
    target: str = ""


class Caravan(Struct, frozen=True):
    """How a group travels: mounts and the terrain they suit, a carriage, and followers without a sheet."""

    mounted: bool = False
    suits: frozenset[Terrain] = frozenset({Terrain.PLAINS, Terrain.HILLS})
    carriage: bool = False
    followers: int = 0


class Afoot(Struct, frozen=True):
    """How long people have walked without a stop, in hours, and when they stopped."""

    hours: Fraction
    until: Seconds


class TravelDay(AnyScene, frozen=True, tag="travel_day"):
    """A day of travel points. `day` is the day of the campaign."""

    SECRETS = ("lost", "believed", "strayed", "astray", "checked")

    day: int
    mode: Mode = Mode.EXPLORING
    destination: HexId | None = None
    route: tuple[HexId, ...] = ()
    """The hexes still to enter on the way there, the next hex first."""
    tp_max: Fraction = TP_MAX[Milieu.LAND]
    spent: Fraction = NO_POINTS
    entered: int = 0
    """Hexes entered today."""
    fired: tuple[Fraction, ...] = ()
    """The encounter dice of today rolled already, by the points spent at the time."""
    legs: tuple[Leg, ...] = ()
    begun: Begun | None = None
    task: Task | None = None
    must_provision: bool = False
    """The group must eat or forage before it goes on."""
    owes_forage: bool = False
    """The group still owes foraging from the day before."""
    caravan: Caravan = Caravan()
    marching: bool = False
    """The group follows its route until something happens."""
    set_out: bool = False
    """The group has made its first move today."""
    checked: bool = False
    """The check for getting lost was made today; secret."""
    lost: int = 0
    """How many hex sides to the right their moves go astray; secret."""
    believed: HexId | None = None
    """The hex a lost group believes it is in; its own copy simply shows the group there."""
    strayed: tuple[HexId, ...] = ()
    """Hexes they have mapped in the wrong place since they got lost; secret."""
    astray: tuple[tuple[int, HexId], ...] = ()
    """The legs that led elsewhere than they believe, by number, each with the hex it led to; secret."""
    afoot: Afoot | None = None
    """Their walk since their last stop."""

    @property
    def walked(self) -> tuple[Leg, ...]:
        """The legs, each with the hex it truly led to, as far as this copy of the day tells."""
        really = dict(self.astray)
        return tuple(replace(leg, really=really.get(number, leg.really)) for number, leg in enumerate(self.legs))

    @property
    def left(self) -> Fraction:
        """Points of the day still unspent."""
        return self.tp_max - self.spent

    @property
    def invested(self) -> Fraction:
        """Points paid towards a move begun."""
        return NO_POINTS if self.begun is None else self.begun.invested

    def owed(self, hex: HexId, cost: Fraction) -> Fraction:
        """The points still to pay for a move into a hex; nothing if it has become cheaper than what was paid."""
        paid = self.begun.invested if self.begun is not None and self.begun.target == hex else NO_POINTS
        return max(NO_POINTS, cost - paid)


class Hour(StrEnum):
    """The stages of a night camp."""

    DUSK = "dusk"
    NIGHT = "night"
    MORNING = "morning"


class Camp(AnyScene, frozen=True, tag="camp"):
    """A night camp: dusk, then the night with its watches and its overloaded die, then the morning."""

    hex: HexId
    """The hex the group believes it is in."""
    day: int
    since: Seconds
    hour: Hour = Hour.DUSK
    left: Fraction = NO_POINTS
    """Unspent travel points of the day, for foraging."""
    watches: tuple[tuple[PersonId, ...], ...] = ()
    """The people awake in each watch of the night, in order; empty if nobody keeps watch."""
    slept: Mapping[PersonId, Seconds] = {}
    """How long each person has slept this night so far."""
    stretches: Mapping[PersonId, tuple[tuple[Seconds, Seconds], ...]] = {}
    """From when until when each person has slept without a break this night."""
    thrown: bool = False
    """The overloaded die of the night was rolled."""
    woken: bool = False
    """Something woke the camp since anybody last slept."""
    must_provision: bool = False
    owes_forage: bool = False
    """The group owes the first point of the next day to foraging."""
    fled: bool = False
    """The group ran away from its camp."""


class Injury(Struct, frozen=True):
    """An injury from overexertion that takes effect at the end of the day."""

    hp: int
    site: Site | None = None
    flaw: Flaw | None = None
    weeks: Weeks | None = None


class Walker(Struct, frozen=True):
    """A hiker's day: by what share they walk further, whether by extra effort, and any injury from it."""

    gain: Fraction = NO_POINTS
    effort: bool = False
    injury: Injury | None = None


class Hike(AnyScene, frozen=True, tag="hike"):
    """A day's march on foot, in hours and kilometres."""

    day: int
    route: tuple[HexId, ...] = ()
    """The hexes still to enter, the next hex first."""
    hours: Fraction = NO_POINTS
    """Hours marched today."""
    unrested: Fraction = NO_POINTS
    """Hours marched since the last rest."""
    km: Fraction = NO_POINTS
    """Kilometres marched today."""
    into: Fraction = NO_POINTS
    """Kilometres marched towards the next hex."""
    walkers: Mapping[PersonId, Walker] = {}
    """The people who have rolled for the march today."""
    together: bool = False
    """Their leader has rolled for all."""

    @property
    def straining(self) -> frozenset[PersonId]:
        """The people who march with extra effort."""
        return frozenset(who for who, walker in self.walkers.items() if walker.effort)
