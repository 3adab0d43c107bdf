"""A cave with a den of orcs, and the party that has gone in."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from tests.table.field import ANSGAR, BLEND, ISOLDE, MOUTH, cave, field
from tests.table.tabletop import Tabletop
from undercroft.books.sovereign.entry import Style
from undercroft.books.sovereign.reactions import Choice
from undercroft.table.groups import MAIN
from undercroft.table.names import CreaturesId, DoorId, ZoneId
from undercroft.table.procedures.moving import Move
from undercroft.table.procedures.reacting import TakeStance
from undercroft.table.scenes import Meeting
from undercroft.table.seats import REFEREE
from undercroft.table.sites import Creatures, Door, DoorState, Row, Site, Zone

ORCS, DEN, GAP = CreaturesId("orcs"), ZoneId("den"), DoorId("gap")


def lair(count: int = 4, **changes) -> Site:
    """A cave with a den behind a gap, and orcs in it."""
    orcs = Creatures(ORCS, "orcs", count, Fraction(1), DEN, hp=(4,) * count, ac=3, **changes)
    mouth = cave()
    return replace(
        mouth,
        zones={**mouth.zones, DEN: Zone(DEN, "Den", "A den.")},
        doors={GAP: Door(GAP, (MOUTH, DEN), DoorState.NO_DOOR, "gap")},
        creatures={ORCS: orcs},
        encounters=(Row("orcs", ORCS, "2d4"),),
    )


def met(style: Style = Style.SOFT, *faces: int, site: Site | None = None, house=BLEND) -> Tabletop:
    """Ansgar and Isolde have gone into the den."""
    table = field(ANSGAR, ISOLDE, site=site or lair(), house=house)
    table.do(Move(MAIN, GAP, style), *faces)
    return table


def meeting(table: Tabletop, seat: str = REFEREE) -> Meeting:
    scene = table.known(seat).groups[MAIN].scene
    assert isinstance(scene, Meeting)
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
