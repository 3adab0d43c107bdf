"""A site as people have seen it, with nothing they were not told."""

from collections.abc import Mapping
from typing import ClassVar, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.sovereign.doors import Material
from undercroft.kernel.amounts import series
from undercroft.kernel.phrases import the_creatures
from undercroft.table.state.ids import CreaturesId, DoorId, FeatureId, ObstacleId, PersonId, SiteId, TrapId, ZoneId
from undercroft.table.state.pictures import Pin
from undercroft.table.state.sites import Clock, DoorState, Hindrance, Shape, Side, TrapState

BehindDoors: TypeAlias = Mapping[ZoneId, ZoneId]
"""Rooms that a player's seat knew by the doors that lead there, and the ids that it knows them by from now on."""


class SeenZone(Struct, frozen=True):
    """What people see of a zone they have been in."""

    id: ZoneId
    name: str
    glance: str
    senses: str = ""
    corridor: bool = False
    lit: bool = False
    level: int = 1
    shape: Shape = Shape(0, 0, 4, 4)
    mapped: bool = True
    dark: bool = False
    """Known only from the dark, by what can be heard, smelt and felt."""
    pin: Pin | None = None
    """Where it is on the picture of its level, while players are shown that picture."""
    length_ft: int = 0
    width_ft: int = 0
    """Its size, as people in it judge it; 0 if they cannot."""

    @property
    def size(self) -> str:
        """Its size in words; empty if nobody could judge it."""
        if not self.length_ft:
            return ""
        return f"{self.length_ft} ft long" if self.corridor else f"{self.length_ft} by {self.width_ft} ft"


class WallSpot(Struct, frozen=True):
    """A place in a wall of a room: the side, and how far along in percent from the left or the top."""

    side: Side
    at: int


class SeenDoor(Struct, frozen=True):
    """What people see of a door: a closed door may turn out to be locked."""

    LEADS_TO: ClassVar = "between"
    """A player has an id for an unseen room by each door that leads there, so that nobody can tell which doors meet."""

    id: DoorId
    between: tuple[ZoneId, ZoneId]
    state: DoorState
    name: str = "door"
    material: Material = Material.WOOD
    spiked: bool = False
    along: int | None = None
    """How far along the wall it is on the map, in percent; the middle if not given."""
    walls: tuple[WallSpot | None, WallSpot | None] | None = None
    """Where it is in the walls of the rooms that people have been in, so that it is on the map before the other is."""


class SeenTrap(Struct, frozen=True):
    """A trap that people noticed or triggered."""

    id: TrapId
    zone: ZoneId
    name: str
    what: str
    state: TrapState
    door: DoorId | None = None


class SeenFeature(Struct, frozen=True):
    """A concealed feature that was found."""

    id: FeatureId
    zone: ZoneId
    what: str
    door: DoorId | None = None
    clues: tuple[str, ...] = ()
    """The clues to it that its finders had noticed."""


class SeenObstacle(Struct, frozen=True):
    """An obstacle that people see."""

    id: ObstacleId
    zone: ZoneId
    kind: Hindrance
    name: str
    to: ZoneId | None = None
    cleared: bool = False
    over: tuple[PersonId, ...] = ()
    down: tuple[PersonId, ...] = ()


class SeenCreatures(Struct, frozen=True):
    """Creatures in sight."""

    id: CreaturesId
    name: str
    count: int | None
    zone: ZoneId | None
    activity: str = ""
    distance_ft: int | None = None
    direction: str = ""


def all_named(*seen: SeenCreatures) -> str:
    """Creatures of one kind or several, as people name them within a sentence."""
    return series([the_creatures(kind.name, kind.count) for kind in seen])


def all_counted(*seen: SeenCreatures) -> str:
    """The same, with their number: `the 5 tallow rats`."""
    named = [(the_creatures(kind.name, kind.count), kind.count) for kind in seen]
    return series([name.replace("the ", f"the {count} ", 1) if count and count > 1 else name for name, count in named])


class SeenSlain(Struct, frozen=True):
    """Creatures that people saw dead to the last."""

    zone: ZoneId
    name: str


class Clue(Struct, frozen=True):
    """A clue that people noticed."""

    zone: ZoneId
    text: str


class SeenSite(Struct, frozen=True):
    """What is known of a site."""

    id: SiteId
    name: str
    clock: Clock = Clock.SOVEREIGN
    zones: Mapping[ZoneId, SeenZone] = {}
    doors: Mapping[DoorId, SeenDoor] = {}
    traps: Mapping[TrapId, SeenTrap] = {}
    features: Mapping[FeatureId, SeenFeature] = {}
    obstacles: Mapping[ObstacleId, SeenObstacle] = {}
    creatures: Mapping[CreaturesId, SeenCreatures] = {}
    clues: tuple[Clue, ...] = ()
    slain: tuple[SeenSlain, ...] = ()
    behind: Mapping[ZoneId, ZoneId] = {}
    """The rooms behind doors that a player's seat has seen since; empty for the referee."""

    @property
    def riddles(self) -> tuple[Clue, ...]:
        """Clues to features not found yet."""
        solved = {text for feature in self.features.values() for text in feature.clues}
        return tuple(clue for clue in self.clues if clue.text not in solved)


def with_rooms(site: SeenSite, behind: BehindDoors) -> SeenSite:
    """A site whose doors lead to rooms that are known now."""
    if not behind:
        return site
    known = {**site.behind, **behind}
    return replace(site, behind=known, doors={id: leading(door, known) for id, door in site.doors.items()})


def leading(door: SeenDoor, behind: BehindDoors) -> SeenDoor:
    """A door with the rooms that it is known to lead to."""
    one, other = door.between
    return replace(door, between=(behind.get(one, one), behind.get(other, other))) if behind else door
