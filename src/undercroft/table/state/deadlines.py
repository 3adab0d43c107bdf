"""Timers, work that takes longer than a turn, and long waits and walks under way."""

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction

from msgspec import Struct

from undercroft.books.delving.movement import Speed
from undercroft.books.neverwhere.digging import Role
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.state.ids import (
    ActId,
    CreaturesId,
    DoorId,
    GroupId,
    ObstacleId,
    PersonId,
    SiteId,
    ThingId,
    TimerId,
    TrapId,
    ZoneId,
)
from undercroft.table.state.sites import TrapState


class Lapse(StrEnum):
    """What happens when a timer runs out."""

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
    NOD = "nod"
    SLEPT = "slept"
    SLEPT_HOUR = "slept_hour"
    MEAL = "meal"
    DOOM = "doom"
    TREATMENT = "treatment"
    DIGGING = "digging"
    DOOR = "door"
    BATTERING = "battering"
    BELL = "bell"


NEVER = Seconds(2**53 - 1)
"""The due time of an effect that lasts until it is ended by hand."""


_ABOUT: Mapping[Lapse, object] = {
    Lapse.TREATMENT: PersonId,
    Lapse.DIGGING: ObstacleId,
    Lapse.DOOR: DoorId,
    Lapse.BATTERING: DoorId,
}
"""The timers that are about something with an id."""


_STATES = frozenset(
    {
        Lapse.CONDITION,
        Lapse.EFFECT,
        Lapse.DYING,
        Lapse.DROWNING,
        Lapse.RISING,
        Lapse.WAKING,
        Lapse.SLEPT,
        Lapse.FRAIL,
    }
)
"""The timers that are about a condition or an effect."""


class Timer(Struct, frozen=True):
    """A deadline of a person, or, without a `person`, of the whole world.

    No group moves past a deadline of the world until all other groups have reached it. `to` are the seats that know of
    the timer.
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
    """The name of the condition or effect it is about, or the id of the door, obstacle or patient."""
    uses: int | None = None
    """The uses left of an effect that can be used up before it ends."""
    lasting: bool = False
    """Whether it is an enchantment for good, which waning resources do not end."""

    @property
    def id_kinds(self) -> Mapping[str, object]:
        """The kind of id that `about` is, if it is one."""
        kind = _ABOUT.get(self.lapse)
        return {} if kind is None else {"about": kind}

    @property
    def ends_a_state(self) -> bool:
        """Whether a condition or an effect of its person, which `about` names, ends or kills with it."""
        return self.person is not None and self.lapse in _STATES and self.about not in ("", self.what)

    @property
    def listed(self) -> bool:
        """Whether screens list it: not where it only counts the hours of a sleep."""
        return self.lapse is not Lapse.SLEPT_HOUR

    @property
    def endless(self) -> bool:
        """Whether it has no deadline: it lasts until it is ended by hand or used up."""
        return self.due >= NEVER


def timer_of(timers: Mapping[TimerId, Timer], who: PersonId, lapse: Lapse, about: str = "") -> Timer | None:
    """A person's timer of a kind. Ids of timers tell nothing to seats, which find them so."""
    return next(
        (each for each in timers.values() if (each.person, each.lapse, each.about) == (who, lapse, about)), None
    )


class RealTimer(Struct, frozen=True):
    """A timer that runs on the wall clock, for a group's delve rounds, or for a light or an effect of one hour.

    The table has no clock: the log line of the act that started the timer says when that was.
    """

    id: TimerId
    what: str
    seconds: Seconds
    started: ActId | None
    """The act that started it; None while a timer of delve rounds waits for the next round."""
    group: GroupId | None = None
    """The group whose delve rounds it limits."""
    thing: ThingId | None = None
    """The light it times."""
    effect: TimerId | None = None
    """The effect it times."""


class Hand(Struct, frozen=True):
    """A worker: their role, their extra effort in percent, and the fatigue the work will cost them."""

    who: PersonId
    role: Role | None = None
    effort: int = 0
    fp: int = 0


class Interruption(Struct, frozen=True):
    """Since when a job is interrupted, and the timer that will run on."""

    since: Seconds
    timer: Timer


class Job(Struct, frozen=True):
    """Work under way, since when, and its workers; `since` moves on by the time that an encounter took.

    `rate` is in litres an hour for digging.
    """

    id: TimerId
    what: str
    since: Seconds
    hands: tuple[Hand, ...]
    about: str = ""
    """The id of the door, obstacle or patient."""
    site: SiteId | None = None
    rate: Fraction = Fraction(0)
    zone: ZoneId | None = None
    """Where the workers must stay."""
    noisy: bool = False
    """Whether every turn of it makes noise, as battering does."""
    interrupted: Interruption | None = None
    """The encounter, chase or fight that keeps the workers from it."""

    @property
    def id_kinds(self) -> Mapping[str, object]:
        """The kind of id that `about` is: work at a site is digging if it has a rate, else it is at a door."""
        return {"about": PersonId if self.site is None else ObstacleId if self.rate else DoorId}

    @property
    def workers(self) -> tuple[PersonId, ...]:
        """The people at work."""
        return tuple(hand.who for hand in self.hands)


class Vitals(Struct, frozen=True):
    """A person's hit points, life and conditions."""

    hp: int
    alive: bool
    conditions: tuple[str, ...]


class SurroundingsBefore(Struct, frozen=True):
    """A snapshot of a group's surroundings, to notice interruptions."""

    pending: tuple[CreaturesId, ...] = ()
    lights: tuple[ThingId, ...] = ()
    timers: Mapping[TimerId, str] = {}
    """The timers that players know of, and what they are about."""
    people: Mapping[PersonId, Vitals] = {}
    creatures: tuple[CreaturesId, ...] = ()
    traps: Mapping[TrapId, TrapState] = {}


class Doing(StrEnum):
    """What everybody in a group does turn after turn."""

    RECOVER = "recover"
    SEARCH = "search"


class Stretch(Struct, frozen=True):
    """A long wait, or a walk along a known `way`."""

    group: GroupId
    left: Seconds
    """The time still to wait."""
    way: tuple[DoorId, ...]
    """The doors still to go through."""
    marks: SurroundingsBefore
    stalled: bool = False
    """Whether the last step made no progress."""
    speed: Speed = Speed.DELVE
    """How fast they walk."""
    leaves: bool = False
    """Whether they leave the site at the end of the way."""
    doing: Doing | None = None
    """What they do meanwhile, if they do not just wait."""
