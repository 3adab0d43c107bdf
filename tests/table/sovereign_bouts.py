"""Fights by Sovereign's rules, ready to be struck in."""

from typing import Any

from msgspec.structs import replace

from tests.table.field import ANSGAR, BOW, CORVIN, ISOLDE, field
from tests.table.tabletop import Tabletop
from undercroft.books.sovereign.situations import Circumstance
from undercroft.books.violence.surprise import Side
from undercroft.table.fight.actions import PassGo
from undercroft.table.fight.foes import AddFoes, AimFoe
from undercroft.table.fight.sovereign.footing import DropProne
from undercroft.table.fight.sovereign.marks import MarkFoe
from undercroft.table.fight.sovereign.strike import Strike
from undercroft.table.fight.sovereign.wrestling import GrappleFoe
from undercroft.table.state.house_rules import PRESETS, HouseRules
from undercroft.table.state.ids import FoeId, PersonId
from undercroft.table.state.people import Sheet
from undercroft.table.world.groups import MAIN

SOVEREIGN = PRESETS["sovereign"]
ORC = FoeId("orc-1")
WARRIOR = Sheet(strength=14, character_class="warrior", level=3, skills={"Stab": 1, "Brawl": 1})
STURDY = "orc HD 1 AC 14 1d6 hp 30"


def skilled(table: Tabletop, who: PersonId, **sheet: Any) -> None:
    """Give a character a class, a level, scores and skills of the book."""
    person = table.now.people[who]
    own = Sheet(**{"strength": 14, **sheet})
    table.truth.now = replace(table.now, people={**table.now.people, who: replace(person, sheet=own)})


def bout(
    *who: PersonId,
    line: str = "orc HD 1 AC 14 1d6 hp 6",
    dice: tuple[int, ...] = (8, 1),
    house: HouseRules = SOVEREIGN,
    surprised: tuple[Side, ...] = (),
    **sheet: Any,
) -> Tabletop:
    """Ansgar, a Warrior of level 3 with Strength 14 and Stab-1, and others, against an orc; the party acts first."""
    table = field(*(who or (ANSGAR,)), house=house)
    if ANSGAR in table.now.people:
        skilled(table, ANSGAR, **{"character_class": "warrior", "level": 3, "skills": {"Stab": 1}, **sheet})
    table.do(AddFoes(MAIN, line, surprised=surprised), *dice)
    return table


def in_melee() -> Tabletop:
    """The orc has attacked Isolde, and it is her go again."""
    table = bout(ANSGAR, ISOLDE, line=STURDY)
    table.do(AimFoe(MAIN, ORC, ISOLDE))
    table.do(PassGo(ANSGAR))
    table.do(PassGo(ISOLDE), 1)
    return table


def in_cover() -> Tabletop:
    """The orc is behind half cover."""
    table = bout(line=STURDY)
    table.do(MarkFoe(MAIN, ORC, (Circumstance.HALF_COVER,)))
    return table


def grappling() -> Tabletop:
    """Ansgar holds the orc."""
    table = bout(line=STURDY)
    table.do(GrappleFoe(ANSGAR, ORC), 12, 4, 4, 1, 1, 2)
    return table


def lying() -> Tabletop:
    """Ansgar is on the ground."""
    table = bout(line=STURDY)
    table.do(DropProne(ANSGAR))
    return table


def shot() -> Tabletop:
    """Corvin's bow must be nocked again."""
    table = bout(CORVIN, ANSGAR, line="orc HD 1 AC 10 1d6 hp 30")
    table.do(Strike(CORVIN, ORC, BOW), 15, 3)
    table.do(PassGo(ANSGAR), 1)
    return table
