"""A cave with a den of orcs, and the party that has gone in."""

from fractions import Fraction

from msgspec.structs import replace

from tests.table.field import ANSGAR, BLEND, ISOLDE, MOUTH, cave, field
from tests.table.tabletop import Tabletop
from undercroft.books.sovereign.entry import Style
from undercroft.books.sovereign.reactions import Choice
from undercroft.table.encounter.stance import TakeStance
from undercroft.table.site.movement import Move
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.ids import CreaturesId, DoorId, ZoneId
from undercroft.table.state.scenes import EncounterScene
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import Door, DoorState, EncounterRow, Site, Zone
from undercroft.table.world.groups import MAIN

ORCS, DEN, GAP = CreaturesId("orcs"), ZoneId("den"), DoorId("gap")


def lair(count: int = 4, **changes) -> Site:
    """A cave with a den behind a gap, and orcs in it."""
    orcs = Creatures(ORCS, "orcs", count, Fraction(1), DEN, hp=(4,) * count, ac=3, **changes)
    mouth = cave()
    return replace(
        mouth,
        zones={**mouth.zones, DEN: Zone(DEN, "Den", "A den.", lit=True)},
        doors={GAP: Door(GAP, (MOUTH, DEN), DoorState.NO_DOOR, "gap")},
        creatures={ORCS: orcs},
        encounters=(EncounterRow("orcs", ORCS, "2d4"),),
    )


def met(style: Style = Style.SOFT, *faces: int, site: Site | None = None, house=BLEND) -> Tabletop:
    """Ansgar and Isolde have gone into the den."""
    table = field(ANSGAR, ISOLDE, site=site or lair(), house=house)
    table.do(Move(MAIN, GAP, style), *faces)
    return table


def meeting(table: Tabletop, seat: str = REFEREE) -> EncounterScene:
    scene = table.known(seat).groups[MAIN].scene
    assert isinstance(scene, EncounterScene)
    return scene


def chased(*faces: int) -> Tabletop:
    """The party runs, and the orcs come after."""
    table = met(site=lair(4))
    table.do(TakeStance(MAIN, Choice.RUN), 1, 2)
    return table


def talking(**creatures) -> Tabletop:
    table = met(site=lair(**creatures))
    table.do(TakeStance(MAIN, Choice.TALK), 4, 4)
    return table
