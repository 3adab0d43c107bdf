"""Training in a fight: what levels, skills and light weapons are worth."""

import pytest
from msgspec.structs import replace

from tests.table.field import (
    ANSGAR,
    BLEND,
    ISOLDE,
    foe,
    of,
)
from tests.table.fight.test_actions import ORC, against
from tests.table.happenings import givens
from tests.table.happenings import of as told_of
from tests.table.tabletop import Tabletop
from undercroft.books.violence.wounds import BlowName
from undercroft.table.bridge import to_violence
from undercroft.table.fight import stats
from undercroft.table.fight.attack import Attack, Struck
from undercroft.table.fight.weapons import weapon_of
from undercroft.table.state.combatants import Fighter
from undercroft.table.state.house_rules import Prowess
from undercroft.table.state.ids import ThingId
from undercroft.table.state.people import Sheet
from undercroft.table.state.things import Carried, Thing, ThingKind, Worn


@pytest.mark.parametrize(
    "attribute, training, attacks_with, adds",
    [(14, 0, 14, 0), (14, 2, 16, 0), (14, -1, 13, 0), (16, 5, 18, 3), (18, 2, 18, 2), (20, 1, 20, 1), (1, -2, 1, 0)],
)
def test_what_training_is_worth(attribute, training, attacks_with, adds):
    """It raises the attribute to 18 at most, and the rest adds to damage."""
    assert (attacks_with, adds) == (to_violence.trained(attribute, training), to_violence.surplus(attribute, training))


def warrior(house=BLEND, **sheet) -> Tabletop:
    """Ansgar as a warrior of the third level with Stab 1: attack bonus 3."""
    table = against(ANSGAR, house=house)
    person = table.now.people[ANSGAR]
    own = Sheet(strength=15, dexterity=10, character_class="warrior", level=3, skills={"Stab": 1}, **sheet)
    table.truth.now = replace(table.now, people={ANSGAR: replace(person, sheet=own)})
    return table


def test_a_warriors_level_and_skill_count_in_a_fight():
    """Brawn 15 with 4 of training is 18 and one more damage: a 17 hits for the die and 1."""
    table = warrior()
    events = table.do(Attack(ANSGAR, ORC), 17, "keep", 3, "keep", 18)

    assert [BlowName.HIT] == [event.blow for event in told_of(events, Struck)]
    (given,) = givens(events, "house.attack")
    assert (15, 3, 1) == (given["attribute"], given["attack_bonus"], given["skill"])
    assert 56 == foe(table, ORC).health


def test_the_house_may_leave_training_out():
    """Then the attribute stands alone."""
    table = warrior(replace(BLEND, prowess=Prowess.OFF))
    events = table.do(Attack(ANSGAR, ORC), 17, 18)

    assert [BlowName.MISS] == [event.blow for event in told_of(events, Struck)]
    assert 1 == len(givens(events, "violence.attack"))


def test_a_light_weapon_may_go_by_agility():
    """A dagger is as good in quick hands, where training counts."""
    table = warrior(overrides={"agility": 17})
    strike = stats.strike(table.now, Fighter(ANSGAR), weapon(table, "dagger"), ac=3)
    assert 17 == strike.given.attribute
    off = warrior(replace(BLEND, prowess=Prowess.OFF), overrides={"agility": 17})
    assert 15 == stats.strike(off.now, Fighter(ANSGAR), weapon(off, "dagger"), ac=3).given.attribute


def weapon(table: Tabletop, item: str):
    thing = Thing(ThingId("blade"), item, ThingKind.WEAPON, Carried(ANSGAR, Worn.READIED), item=item)
    known = replace(table.now, things={thing.id: thing})
    found = weapon_of(known, ANSGAR, thing.id)
    assert found is not None
    return found


def test_a_mages_skill_helps_rituals():
    """Magic 2 lifts Cunning 14 to 16."""
    table = against(ISOLDE, house=BLEND)
    own = Sheet(intelligence=14, character_class="mage", skills={"Magic": 2})
    table.truth.now = replace(table.now, people={ISOLDE: replace(table.now.people[ISOLDE], sheet=own)})
    assert 16 == stats.ritual(table.now, of(table, ISOLDE)).cunning
