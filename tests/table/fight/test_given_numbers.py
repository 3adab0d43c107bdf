"""The attack bonus and Shock that a line gives stay with the creatures until they fight."""

import pytest

from tests.table.field import ANSGAR, field, fight
from tests.table.sovereign_bouts import SOVEREIGN
from undercroft.kernel.faults import BadInput
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.fight.foe_line import as_monster, read_foes
from undercroft.table.fight.foes import AddFoes
from undercroft.table.fight.muster import as_creatures, written
from undercroft.table.lore.lookup import creatures_of
from undercroft.table.state.ids import CreaturesId
from undercroft.table.state.lore import ArmourScale
from undercroft.table.world.groups import MAIN

LINE = "2 guards HD 1 AC [13] 1d6 hp 4 AB +5 shock 3/15"
GUARDS = CreaturesId("guards")


def test_strangers_fight_with_the_numbers_of_their_line():
    """From hiding, with +5 and Shock 3 up to AC 15, though one Hit Die alone would give +1."""
    table = field(ANSGAR, house=SOVEREIGN)
    table.do(MeetStrangers(MAIN, LINE, ambush=True), 1, 1, 8, 1)
    assert {(5, 3, 15)} == {(foe.attack, foe.shock, foe.shock_ac) for foe in fight(table).foes}


def test_creatures_and_monsters_keep_what_the_line_gives():
    """In a place and in the bestiary, and a line written of them says it again."""
    muster = read_foes(LINE)
    there = as_creatures(muster, GUARDS, 2)
    kept = creatures_of(as_monster(muster, ArmourScale.ASCENDING), GUARDS, 2)
    for each in (there, kept):
        assert (5, 3, 15) == (each.attack_bonus, each.shock, each.shock_ac)
    again = read_foes(written(muster))
    assert (5, 3, 15) == (again.attack_bonus, again.shock, again.shock_ac)


@pytest.mark.parametrize("line", ["orc HD 1 AB +21", "orc HD 1 shock 21/13", "orc HD 1 shock 2/61"])
def test_numbers_that_no_attack_takes_are_refused(line: str):
    """Before there is a fight that could not go on."""
    with pytest.raises(BadInput, match="goes"):
        read_foes(line)


def test_shock_without_an_armour_class_works_on_every_one():
    """As in a line that gives only its damage."""
    table = field(ANSGAR, house=SOVEREIGN)
    table.do(AddFoes(MAIN, "orc HD 1 AC 14 1d6 hp 6 shock 2"), 8, 1)
    assert [(2, 60)] == [(foe.shock, foe.shock_ac) for foe in fight(table).foes]
