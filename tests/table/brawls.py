"""Fights of one or a few, ready to be struck in."""

from tests.table.field import ANSGAR, VIOLENCE, field
from tests.table.tabletop import Tabletop
from undercroft.table.fight.foes import AddFoes
from undercroft.table.state.ids import FoeId
from undercroft.table.world.groups import MAIN

GHOUL, ORC = FoeId("ghoul-1"), FoeId("orc-1")


def alone(*faces: int | str, line: str = "orc HD 1 AC 3 1d6 hp 6", house=VIOLENCE) -> Tabletop:
    """Ansgar alone against one orc: Agility 10, Brawn 15, AC 5, 12 hit points, one Scar."""
    table = field(ANSGAR, house=house)
    table.do(AddFoes(MAIN, line), *faces)
    return table
