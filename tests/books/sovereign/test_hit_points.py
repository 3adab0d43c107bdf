"""Hit Points, at first and with every level: exact odds."""

from fractions import Fraction
from itertools import product

import pytest

from undercroft.books.sovereign.benefits import DieHardDice, Growing, advance_hp, new_maximum
from undercroft.books.sovereign.classes import ClassId
from undercroft.books.sovereign.hit_points import (
    Creature,
    HitDice,
    NewDelver,
    hit_dice,
    hit_die_worth,
    hp_initial,
    hp_npc,
)
from undercroft.books.sovereign.units import HitPoints
from undercroft.interpret.odds import of_rule


def test_a_sickly_mage():
    """d6 - 1 - 2: faces 1 to 4 are worth 1, 5 is 2, 6 is 3."""
    odds = of_rule(hp_initial, NewDelver(class_id=ClassId.MAGE, con_mod=-2)).by(lambda end: end.hp_max)
    assert {1: Fraction(4, 6), 2: Fraction(1, 6), 3: Fraction(1, 6)} == dict(odds)


def test_a_warrior_has_three_to_eight():
    """d6 + 2, each as likely."""
    odds = of_rule(hp_initial, NewDelver(class_id=ClassId.WARRIOR, con_mod=0)).by(lambda end: end.hp_max)
    assert dict.fromkeys(range(3, 9), Fraction(1, 6)) == dict(odds)


@pytest.mark.parametrize("count, sides, adds", [(1, 6, -3), (2, 6, -1), (3, 6, -2), (4, 4, -1), (3, 10, -2), (4, 6, 1)])
def test_hit_dice_against_every_throw_there_is(count, sides, adds):
    """The halves come to what counting all throws of single dice comes to."""
    counted: dict[int, int] = {}
    for faces in product(range(1, sides + 1), repeat=count):
        total = sum(max(1, face + adds) for face in faces)
        counted[total] = counted.get(total, 0) + 1
    expected = {total: Fraction(ways, sides**count) for total, ways in counted.items()}
    assert expected == dict(of_rule(hit_dice, HitDice(count, sides, adds)).by(lambda end: end.rolled))


def test_ten_dice_are_followed_to_the_end():
    """Nothing is left unexplored; ten ones or twos on d6 - 1, ten points, are (1/3) ** 10."""
    odds = of_rule(hit_dice, HitDice(10, 6, -1))
    assert 0 == odds.unexplored
    assert Fraction(1, 3) ** 10 == odds.chance(lambda end: end.rolled == 10)


def test_half_a_hit_die():
    """d8 halved, rounded up: 1 to 4, each 2 in 8."""
    odds = of_rule(hp_npc, Creature(Fraction(1, 2))).by(lambda end: end.hp)
    assert dict.fromkeys(range(1, 5), Fraction(1, 4)) == dict(odds)


def test_a_new_level_always_helps():
    """An Expert with 7 of 2d6: more in 15 of 36 ways, else 8, which rolling 8 gives too: 21 + 5 of 36."""
    given = Growing(class_id=ClassId.EXPERT, new_level=2, con_mod=0, current_max=HitPoints(7))
    odds = of_rule(advance_hp, given).by(lambda end: int(end.hp_max))
    assert Fraction(26, 36) == odds[8]
    assert Fraction(1, 36) == odds[12]
    assert set(range(8, 13)) == set(odds)


@pytest.mark.parametrize("dice, least", [(DieHardDice.EVERY, 10), (DieHardDice.FIRST, 8), (DieHardDice.NONE, 6)])
def test_die_hard_dice(dice, least):
    """A second-level Warrior rolls 2d6 + 4; +2 on two dice, one or none."""
    given = Growing(
        class_id=ClassId.WARRIOR, new_level=2, con_mod=0, current_max=HitPoints(1), die_hard=True, die_hard_dice=dice
    )
    odds = of_rule(advance_hp, given).by(lambda end: end.rolled)
    assert least == min(odds)
    assert Fraction(1, 36) == odds[least]


def test_the_arithmetic_of_hit_points():
    """A die is worth at least 1; the roll counts if it beats the maximum, else that goes up by one."""
    assert [1, 1, 4] == [hit_die_worth(1, -3), hit_die_worth(4, -3), hit_die_worth(6, -2)]
    assert [11, 11, 12] == [new_maximum(9, 10), new_maximum(11, 10), new_maximum(12, 10)]
