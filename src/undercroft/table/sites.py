"""A site as it truly is: zones, doors, traps, what is hidden, what is in the way, and who lives there."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction

from msgspec import Struct

from undercroft.books.delving.hazard import Danger
from undercroft.books.neverwhere.digging import Material as Ground
from undercroft.books.sovereign.doors import Material
from undercroft.books.sovereign.wandering import Location
from undercroft.table.names import (
    CreaturesId,
    DoorId,
    FeatureId,
    GroupId,
    ObstacleId,
    PersonId,
    SiteId,
    ThingId,
    TrapId,
    ZoneId,
)

USUAL_DAMAGE = "1d6"
"""What a blow of creatures does where nothing else is said."""


class Clock(StrEnum):
    """The book by which time passes in a site."""

    SOVEREIGN = "sovereign"
    DELVING = "delving"
    HEXCRAWL = "hexcrawl"
    VIOLENCE = "violence"


class Shape(Struct, frozen=True):
    """Where a zone is drawn, in squares from the top left of its level."""

    x: int
    y: int
    width: int
    height: int


class Zone(Struct, frozen=True):
    """A room, a passage or a part of one."""

    id: ZoneId
    name: str
    glance: str
    """What anybody sees at first glance."""
    senses: str = ""
    """What is heard, smelt and felt."""
    secret: str = ""
    """For the referee."""
    corridor: bool = False
    lit: bool = False
    safe: bool = False
    level: int = 1
    shape: Shape = Shape(0, 0, 4, 4)
    length_ft: int = 30
    width_ft: int = 30
    height_ft: int = 10


class DoorState(StrEnum):
    """How a door stands."""

    OPEN = "open"
    CLOSED = "closed"
    STUCK = "stuck"
    LOCKED = "locked"
    BARRED = "barred"
    BROKEN = "broken"
    NO_DOOR = "no_door"


class Door(Struct, frozen=True):
    """A way between two zones. One that is hidden is nobody's way until its feature is found."""

    id: DoorId
    between: tuple[ZoneId, ZoneId]
    state: DoorState = DoorState.CLOSED
    name: str = "door"
    material: Material = Material.WOOD
    lock_dc: int | None = None
    """The difficulty of its lock; None by the book."""
    key: ThingId | None = None
    hidden: bool = False
    """Nobody sees it until a feature reveals it."""
    barred_from: ZoneId | None = None
    """The side on which a bar lies."""
    one_way: ZoneId | None = None
    """The only zone from which it can be passed."""
    closes_itself: bool = False
    spiked: bool = False


class Trigger(StrEnum):
    """What springs a trap."""

    ENTER = "enter"
    THRESHOLD = "threshold"
    MEDDLE = "meddle"


class Harm(StrEnum):
    """What a trap does beside its damage."""

    NOTHING = "nothing"
    FALL = "fall"
    POISON = "poison"
    GAS = "gas"
    ALARM = "alarm"
    DOORS_SHUT = "doors_shut"


class TrapState(StrEnum):
    """How a trap stands."""

    ARMED = "armed"
    SPRUNG = "sprung"
    DISARMED = "disarmed"


class Trap(Struct, frozen=True):
    """Something laid for the unwary, in a zone or on a door."""

    id: TrapId
    zone: ZoneId
    name: str
    tell: str
    """What a careful eye sees of it."""
    what: str
    """What it does, in words for the table."""
    trigger: Trigger = Trigger.ENTER
    door: DoorId | None = None
    thing: ThingId | None = None
    damage: str = ""
    """Dice such as 2d6; none for a trap that only does something else."""
    save: str = ""
    """The save that halves or avoids: physical, evasion or mental; none if there is none."""
    avoids: bool = False
    """A save avoids it all instead of half."""
    harm: Harm = Harm.NOTHING
    feet: int = 0
    """How deep the fall."""
    potency: int = 0
    """Of its poison."""
    disarm_dc: int | None = None
    everyone: bool = False
    """It catches everybody in the zone, not only whoever sprang it."""
    state: TrapState = TrapState.ARMED
    resets: bool = False


class Grade(StrEnum):
    """How well something is concealed: hidden yields to a search, secret only to its clues."""

    HIDDEN = "hidden"
    SECRET = "secret"  # noqa: S105 - a grade


class Feature(Struct, frozen=True):
    """Something concealed in a zone. Secret ones have clues, the vaguest first, and what must be done about them."""

    id: FeatureId
    zone: ZoneId
    grade: Grade
    what: str
    """What is found, in words for the table."""
    where: str = ""
    """The spot: whoever searches just there needs no luck."""
    clues: tuple[str, ...] = ()
    answer: str = ""
    """What must be done to find a secret one."""
    dc: int | None = None
    door: DoorId | None = None
    trap: TrapId | None = None
    things: tuple[ThingId, ...] = ()
    found: bool = False
    clues_given: tuple[int, ...] = ()


class Hindrance(StrEnum):
    """What stands in the way."""

    RUBBLE = "rubble"
    PORTCULLIS = "portcullis"
    PIT = "pit"
    FLOODED = "flooded"
    CLIFF = "cliff"
    GAS = "gas"
    LID = "lid"


class Obstacle(Struct, frozen=True):
    """Something to be dug away, lifted, jumped, swum, climbed or breathed through.

    It bars the way between two zones, or keeps what lies under it in its own zone. A cliff stands in its zone and rises
    to the other.
    """

    id: ObstacleId
    zone: ZoneId
    kind: Hindrance
    name: str
    to: ZoneId | None = None
    kilograms: Fraction | None = None
    """Of what must be lifted."""
    cubic_metres: Fraction | None = None
    """Of what must be dug away."""
    ground: Ground = Ground.LOOSE
    """What there is to dig."""
    feet: int | None = None
    """How deep, or how high."""
    across_ft: int | None = None
    """How wide it is to whoever would jump it."""
    rounds: int | None = None
    """How many rounds without breath."""
    dc: int | None = None
    potency: int = 0
    things: tuple[ThingId, ...] = ()
    """What lies under it."""
    cleared: bool = False
    over: tuple[PersonId, ...] = ()
    """Who is across it already, and waits for the others."""
    down: tuple[PersonId, ...] = ()
    """Who is in it, and must get out."""


class Noise(StrEnum):
    """What can be heard of creatures through a door."""

    LOUD = "loud"
    QUIET = "quiet"
    SILENT = "silent"


class Creatures(Struct, frozen=True):
    """One kind of creature in one place."""

    id: CreaturesId
    name: str
    count: int
    hd: Fraction
    zone: ZoneId | None
    """None while they are nowhere yet."""
    hp: tuple[int, ...] = ()
    ac: int = 0
    damage: str = USUAL_DAMAGE
    activity: str = ""
    noise: Noise = Noise.QUIET
    kind: str = "humanoid"
    undead: bool = False
    hostile: bool = False
    ambush: bool = False
    notes: str = ""
    abilities: int = 0
    """Special abilities of each, for what they are worth."""
    skill_mod: int = 0
    """What they add to what they are good at."""
    move_ft: int | None = None
    """How fast they are; as anybody else where nothing is said."""
    known_to: tuple[GroupId, ...] = ()
    """Groups that have faced them."""
    met: bool = False
    distance_ft: int | None = None
    direction: str = ""


class Row(Struct, frozen=True):
    """A line of a table of encounters."""

    name: str
    creatures: CreaturesId | None = None
    """The kind of the site's creatures that comes."""
    count: str = "1"
    """How many, as dice."""
    omen: str = ""
    """What is noticed of them before they come."""


class Site(Struct, frozen=True):
    """A place to explore."""

    id: SiteId
    name: str
    entrance: ZoneId
    clock: Clock = Clock.SOVEREIGN
    clocks: Mapping[int, Clock] = {}
    """A level's own clock, where it has one."""
    danger: Danger = Danger.NORMAL
    shadowcursed: bool = False
    location: Location = Location.NO_ORGANIZED_DEFENSE
    """Sovereign's row of the wandering table."""
    alerted: bool = False
    zones: Mapping[ZoneId, Zone] = {}
    doors: Mapping[DoorId, Door] = {}
    traps: Mapping[TrapId, Trap] = {}
    features: Mapping[FeatureId, Feature] = {}
    obstacles: Mapping[ObstacleId, Obstacle] = {}
    creatures: Mapping[CreaturesId, Creatures] = {}
    encounters: tuple[Row, ...] = ()
    effects: tuple[str, ...] = ()
    """What the place does when the overloaded die says so."""

    def clock_of(self, zone: ZoneId) -> Clock:
        """The book by which time passes in that zone."""
        return self.clocks.get(self.zones[zone].level, self.clock)
