"""Foes by hand: the referee sets their hit points, armour and state; players see what blows would have shown."""

from typing import Any

import pytest

from tests.table.field import ANSGAR, ISOLDE, ONE, field, fight, foe
from tests.table.happenings import of as told_of
from tests.table.tabletop import Tabletop
from undercroft.kernel.units import Seconds
from undercroft.table.fight.attack import Attack
from undercroft.table.fight.field import FightDecided
from undercroft.table.fight.foes import AddFoes
from undercroft.table.referee.adjust import Adjust
from undercroft.table.referee.adjustable import Adjustable
from undercroft.table.state.combatants import FoeState, Guess
from undercroft.table.state.ids import FoeId
from undercroft.table.world.groups import MAIN


def fighting() -> Tabletop:
    """Ansgar and Isolde fight two orcs of six hit points, and act before them."""
    table = field(ANSGAR, ISOLDE)
    table.do(AddFoes(MAIN, "2 orcs HD 1 AC 3 1d6 hp 6"), 5, 5)
    return table


def by_hand(field: str, value: Any, id: str = "orcs-1") -> Adjust:
    return Adjust(Adjustable.FOE, id, field, value, "because")


def news(table: Tabletop, command: Adjust) -> list[str]:
    """What a player is told of it."""
    before = len(table.heard[ONE])
    table.do(command)
    return [type(told.event).__name__ for told in table.heard[ONE][before:]]


def test_hit_points_are_set_in_silence():
    """Nobody at the table can see how many someone has left."""
    table = fighting()
    assert [] == news(table, by_hand("health_max", 9))
    assert [] == news(table, by_hand("health", 8))
    assert (8, 9, FoeState.FIGHTING) == (
        foe(table, "orcs-1").health,
        foe(table, "orcs-1").health_max,
        foe(table, "orcs-1").state,
    )


def test_a_person_who_is_left_with_nothing_is_dead():
    """For all to see, and counted among the dead of its band; undo raises it again."""
    table = fighting()
    before = table.now
    assert ["FoeShown", "FightNoted"] == news(table, by_hand("health", 0))
    (band,) = fight(table).bands
    assert (FoeState.DEAD, 1, 1) == (foe(table, "orcs-1").state, band.dead, band.dead_now)
    assert FoeState.DEAD is fight(table, ONE).in_sight[0].state
    table.undo()
    assert before == table.now


def test_a_person_who_rises_is_no_longer_counted():
    """With the hit points that were given back, or with one."""
    table = fighting()
    table.do(by_hand("state", "dead"))
    assert 0 == foe(table, "orcs-1").health
    table.do(by_hand("state", "fighting"))
    assert (1, 0) == (foe(table, "orcs-1").health, fight(table).bands[0].dead)
    table.do(by_hand("health", 0))
    table.do(by_hand("health", 4))
    assert (FoeState.FIGHTING, 4, 0) == (
        foe(table, "orcs-1").state,
        foe(table, "orcs-1").health,
        fight(table).bands[0].dead,
    )


def test_what_befalls_a_foe_that_nobody_sees_is_nobodys_business():
    """Not even that there was one."""
    table = fighting()
    table.do(AddFoes(MAIN, "a stalker HD 2 hp 5", hidden=True))
    (stalker,) = [each.id for each in fight(table).foes if each.hidden]
    assert [] == news(table, by_hand("health", 0, stalker))
    assert FoeState.DEAD is foe(table, stalker).state


def test_a_fight_ends_when_the_last_foe_is_set_aside():
    """As after any blow."""
    table = fighting()
    table.do(by_hand("state", "surrendered"))
    told = table.do(by_hand("state", "fled", "orcs-2"), 1)
    assert [FightDecided(MAIN, "won", Seconds(540), Seconds(600), bodies=False)] == told_of(told, FightDecided)


def test_what_was_guessed_of_armour_is_forgotten_where_it_cannot_be_true():
    """A better armour than blows have shown is someone's guess again."""
    table = fighting()
    table.do(Attack(ANSGAR, FoeId("orcs-1")), 7, "keep", 1, "keep")
    assert Guess(0, 6) == foe(table, "orcs-1").guess
    table.do(by_hand("ac", 5))
    assert Guess(0, 6) == foe(table, "orcs-1").guess
    table.do(by_hand("ac", 7))
    assert (7, 7, Guess()) == (foe(table, "orcs-1").ac, foe(table, "orcs-1").ac_base, foe(table, "orcs-1").guess)


@pytest.mark.parametrize(
    "command, code",
    [
        (by_hand("health", 7), "above_most"),
        (by_hand("health", -1), "out_of_bounds"),
        (by_hand("health_max", 5), "above_most"),
        (by_hand("damage", "lots"), "no_dice"),
        (by_hand("band", "others"), "no_such_value"),
        (by_hand("health", "many"), "does_not_fit"),
        (by_hand("health", 1, "nobody"), "not_there"),
    ],
)
def test_what_cannot_be_set(command, code):
    """Strictly of its type, and nothing that cannot be."""
    assert [code] == [reason.code for reason in fighting().why_not(command)]
