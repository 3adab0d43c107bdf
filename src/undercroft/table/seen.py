"""A site as somebody has seen it. Nothing in here knows more than it was told."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from undercroft.books.sovereign.doors import Material
from undercroft.table.names import CreaturesId, DoorId, FeatureId, ObstacleId, PersonId, SiteId, TrapId, ZoneId
from undercroft.table.sites import Clock, DoorState, Hindrance, Shape, TrapState


class SeenZone(Struct, frozen=True):
    """What is plain about a zone that somebody stood in."""

    id: ZoneId
    name: str
    glance: str
    senses: str = ""
    corridor: bool = False
    lit: bool = False
    level: int = 1
    shape: Shape = Shape(0, 0, 4, 4)
    mapped: bool = True


class SeenDoor(Struct, frozen=True):
    """What is plain about a door: a closed one may turn out to be locked."""

    id: DoorId
    between: tuple[ZoneId, ZoneId]
    state: DoorState
    name: str = "door"
    material: Material = Material.WOOD
    spiked: bool = False


class SeenTrap(Struct, frozen=True):
    """A trap somebody noticed, or was caught by."""

    id: TrapId
    zone: ZoneId
    name: str
    what: str
    state: TrapState
    door: DoorId | None = None


class SeenFeature(Struct, frozen=True):
    """Something that was concealed, and is found."""

    id: FeatureId
    zone: ZoneId
    what: str
    door: DoorId | None = None
    clues: tuple[str, ...] = ()
    """Those that pointed to it, of what its finders had noticed."""


class SeenObstacle(Struct, frozen=True):
    """Something in the way."""

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


class Clue(Struct, frozen=True):
    """Something noticed that may mean more."""

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

    @property
    def riddles(self) -> tuple[Clue, ...]:
        """Clues to what is not found yet."""
        solved = {text for feature in self.features.values() for text in feature.clues}
        return tuple(clue for clue in self.clues if clue.text not in solved)
