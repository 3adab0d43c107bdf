"""A true site: its zones, doors, traps, hidden features, obstacles and creatures."""

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from undercroft.books.delving.hazard import Danger
from undercroft.books.neverwhere.digging import Material as Ground
from undercroft.books.sovereign.doors import Material
from undercroft.books.sovereign.wandering import Location
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.ids import (
    CreaturesId,
    DoorId,
    FeatureId,
    ObstacleId,
    PersonId,
    PictureId,
    SiteId,
    ThingId,
    TrapId,
    ZoneId,
)
from undercroft.table.state.pictures import Pin


class Clock(StrEnum):
    """The book by which time passes in a site."""

    SOVEREIGN = "sovereign"
    DELVING = "delving"
    HEXCRAWL = "hexcrawl"
    VIOLENCE = "violence"


class Shape(Struct, frozen=True):
    """The rectangle of a zone on the map, in squares from the top left of its level."""

    x: int
    y: int
    width: int
    height: int


class Side(StrEnum):
    """A side of a room on the map."""

    NORTH = "north"
    EAST = "east"
    SOUTH = "south"
    WEST = "west"


PASSAGE = "Passage"
"""The name of a passage that has no name of its own."""


class Zone(Struct, frozen=True):
    """A room, a passage or a part of one."""

    id: ZoneId
    name: str
    glance: str = ""
    """What people see at first glance."""
    senses: str = ""
    """What people hear, smell and feel."""
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
    label: str = ""
    """Its number on the referee's map, such as 8a; empty for its place in the order of exploring."""
    pin: Pin | None = None
    """Where it is on the picture of its level: across and down, 10,000 at the far edge."""


class DoorState(StrEnum):
    """The state of a door."""

    OPEN = "open"
    CLOSED = "closed"
    STUCK = "stuck"
    LOCKED = "locked"
    BARRED = "barred"
    BROKEN = "broken"
    NO_DOOR = "no_door"


Percent: TypeAlias = Annotated[int, Meta(ge=0, le=100)]


class Door(Struct, frozen=True):
    """A door or opening between two zones. A hidden door cannot be used until its feature is found."""

    id: DoorId
    between: tuple[ZoneId, ZoneId]
    state: DoorState = DoorState.CLOSED
    name: str = "door"
    material: Material = Material.WOOD
    lock_dc: int | None = None
    """The difficulty of its lock; None for the book's."""
    key: ThingId | None = None
    hidden: bool = False
    """Unseen until a feature reveals it."""
    barred_from: ZoneId | None = None
    """The side the bar is on."""
    one_way: ZoneId | None = None
    """The only zone it can be entered from."""
    closes_itself: bool = False
    spiked: bool = False
    along: Percent | None = None
    """How far along the wall it is on the map, in percent from the left or the top; the middle if not given."""


class Trigger(StrEnum):
    """What springs a trap."""

    ENTER = "enter"
    THRESHOLD = "threshold"
    MEDDLE = "meddle"


class Harm(StrEnum):
    """What a trap does besides its damage."""

    NOTHING = "nothing"
    FALL = "fall"
    POISON = "poison"
    GAS = "gas"
    ALARM = "alarm"
    DOORS_SHUT = "doors_shut"


class TrapState(StrEnum):
    """The state of a trap."""

    ARMED = "armed"
    SPRUNG = "sprung"
    DISARMED = "disarmed"


Spikes: TypeAlias = Annotated[int, Meta(ge=0, le=100)]


class Trap(Struct, frozen=True):
    """A trap in a zone, on a door or on a thing."""

    id: TrapId
    zone: ZoneId
    name: str
    tell: str
    """The visible sign of the trap."""
    what: str
    """What it does, in words for the players."""
    trigger: Trigger = Trigger.ENTER
    door: DoorId | None = None
    thing: ThingId | None = None
    damage: str = ""
    """Dice such as 2d6; empty for a trap without damage."""
    save: str = ""
    """The save that halves or avoids: physical, evasion or mental; empty for no save."""
    avoids: bool = False
    """Whether a save avoids all damage instead of half."""
    harm: Harm = Harm.NOTHING
    feet: int = 0
    """The depth of the fall."""
    spikes: Spikes = 0
    """The dice of damage that spikes at the bottom add to the fall."""
    potency: int = 0
    """The potency of its poison."""
    disarm_dc: int | None = None
    everyone: bool = False
    """Whether it hits everybody in the zone, not only the person who triggered it."""
    state: TrapState = TrapState.ARMED
    resets: bool = False


class Grade(StrEnum):
    """How well a feature is concealed: a search finds a hidden feature, only clues lead to a secret feature."""

    HIDDEN = "hidden"
    SECRET = "secret"  # noqa: S105 - a grade


class Feature(Struct, frozen=True):
    """Something concealed in a zone. Secret features have clues, the vaguest first, and an answer."""

    id: FeatureId
    zone: ZoneId
    grade: Grade
    what: str
    """What is found, in words for the players."""
    where: str = ""
    """The spot: a person who searches exactly there finds it without a roll."""
    clues: tuple[str, ...] = ()
    answer: str = ""
    """What people must do to find a secret feature."""
    dc: int | None = None
    door: DoorId | None = None
    trap: TrapId | None = None
    things: tuple[ThingId, ...] = ()
    found: bool = False
    clues_given: tuple[int, ...] = ()


class Hindrance(StrEnum):
    """The kind of an obstacle."""

    RUBBLE = "rubble"
    PORTCULLIS = "portcullis"
    PIT = "pit"
    FLOODED = "flooded"
    CLIFF = "cliff"
    GAS = "gas"
    LID = "lid"


NEEDED: Mapping[Hindrance, tuple[str, ...]] = {
    Hindrance.RUBBLE: ("cubic_metres",),
    Hindrance.PORTCULLIS: ("kilograms",),
    Hindrance.PIT: ("feet", "across_ft"),
    Hindrance.FLOODED: ("rounds",),
    Hindrance.CLIFF: ("feet",),
    Hindrance.GAS: ("rounds",),
    Hindrance.LID: ("kilograms",),
}
"""What each kind of obstacle needs so that people can get past it."""


class Obstacle(Struct, frozen=True):
    """An obstacle to dig away, lift, jump, swim, climb or hold the breath through.

    It blocks the passage between two zones, or covers things in its own zone. A cliff is climbed from its `zone` up to
    `to`.
    """

    id: ObstacleId
    zone: ZoneId
    kind: Hindrance
    name: str
    to: ZoneId | None = None
    kilograms: Fraction | None = None
    """The weight to lift."""
    cubic_metres: Fraction | None = None
    """The volume to dig away."""
    ground: Ground = Ground.LOOSE
    """The material to dig."""
    feet: int | None = None
    """Its depth or height."""
    across_ft: int | None = None
    """Its width for a jump."""
    spikes: Spikes = 0
    """The dice of damage that spikes at its bottom add to a fall."""
    rounds: int | None = None
    """The rounds without breath it takes to pass."""
    dc: int | None = None
    potency: int = 0
    things: tuple[ThingId, ...] = ()
    """The things under it."""
    cleared: bool = False
    over: tuple[PersonId, ...] = ()
    """People who are across already and wait for the others."""
    down: tuple[PersonId, ...] = ()
    """People who are in it and must get out."""


class EncounterRow(Struct, frozen=True):
    """A row of an encounter table."""

    name: str
    creatures: CreaturesId | None = None
    """The creatures that appear: the site's own, or a monster of the bestiary."""
    count: str = "1"
    """Their number, as dice."""
    omen: str = ""
    """The sign of them that people notice beforehand."""


class Site(Struct, frozen=True):
    """A place to explore."""

    id: SiteId
    name: str
    entrance: ZoneId
    clock: Clock = Clock.SOVEREIGN
    clocks: Mapping[int, Clock] = {}
    """The clocks of levels that differ from the site's."""
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
    encounters: tuple[EncounterRow, ...] = ()
    gone: Mapping[CreaturesId, Creatures] = {}
    """Creatures that died or left and that a row of the encounter table names: others like them may still come."""
    effects: tuple[str, ...] = ()
    """What the site does on a local effect of the overloaded die."""
    pictures: Mapping[int, PictureId] = {}
    """The pictures of its levels, such as a scanned map."""

    @property
    def kinds(self) -> Mapping[CreaturesId, Creatures]:
        """The creatures that a row of the encounter table may name: those in the site, and those gone from it."""
        return {**self.gone, **self.creatures}

    def names(self, creatures: CreaturesId) -> bool:
        """Whether a row of the encounter table names these creatures."""
        return any(row.creatures == creatures for row in self.encounters)

    def clock_of(self, zone: ZoneId) -> Clock:
        """The book by which time passes in that zone."""
        return self.clocks.get(self.zones[zone].level, self.clock)
