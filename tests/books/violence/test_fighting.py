from fractions import Fraction

import pytest

from undercroft.books.violence.fighting import (
    ArmourWorn,
    Attack,
    Blow,
    EnemyAttack,
    Hit,
    HitExact,
    Miss,
    attack,
    attacked,
    enemy_attack,
    enemy_attacked,
)
from undercroft.interpret.odds import of_rule
from undercroft.interpret.policy import best_for
from undercroft.interpret.words import named


def test_odds_of_an_attack():
    """Brawn 15 against AC 5: 6 to 14 hit, 15 is exact, 5 wears the armour, and nine faces miss."""
    odds = of_rule(attack, Attack(attribute=15, ac=5, scars=0)).by(type)

    assert {
        Hit: Fraction(9, 20),
        HitExact: Fraction(1, 20),
        ArmourWorn: Fraction(1, 20),
        Miss: Fraction(9, 20),
    } == dict(odds)


def test_a_scar_makes_three_faces_exact():
    """Brawn 15 and one Scar: 14, 15 and 16 can each be made a 15."""
    odds = of_rule(attack, Attack(attribute=15, ac=5, scars=1), best_for("hit_exact")).by(type)

    assert Fraction(3, 20) == odds[HitExact]


@pytest.mark.parametrize("kind", ["exact hit", "hit exact", "hit_exact"])
def test_an_outcome_is_asked_for_as_tables_show_it(kind: str):
    """By the words of a table, or by the name in files."""
    odds = of_rule(attack, Attack(attribute=15, ac=5), best_for("hit_exact"))

    assert Fraction(1, 20) == odds.chance(kind)
    assert "exact hit" in {named(outcome).partition(":")[0] for outcome in odds}


def test_armour_as_good_as_the_attribute_cannot_be_hit():
    """With AC at or over the attribute no number lies between them."""
    hits = {Blow.HIT, Blow.HIT_EXACT}

    assert not any(
        attacked(roll, attribute, ac, False) in hits
        for attribute in range(1, 21)
        for ac in range(attribute, 25)
        for roll in range(-5, 26)
    )


@pytest.mark.parametrize("attribute, ac", [(a, c) for a in range(1, 21) for c in range(a)])
def test_as_many_faces_hit_as_lie_above_the_armour(attribute, ac):
    """A d20 hits on attribute less AC faces, one of which is exact."""
    blows = [attacked(face, attribute, ac, False) for face in range(1, 21)]

    assert attribute - ac == blows.count(Blow.HIT) + blows.count(Blow.HIT_EXACT)
    assert blows.count(Blow.HIT_EXACT) == 1
    assert (ac > 0) == blows.count(Blow.ARMOUR_WORN)


def test_foes_attack_as_adventurers_do():
    """Unless a rival rule is switched on, the two verdicts never differ."""
    faces = [(face, score, ac) for face in range(1, 21) for score in range(1, 25) for ac in range(25)]

    assert [attacked(*numbers, False) for numbers in faces] == [
        enemy_attacked(*numbers, False, True, False) for numbers in faces
    ]


def test_the_mighty_miss_only_below_the_armour():
    """HD 10 against AC 7 misses on 1 to 6 only, and doubles its damage on one face."""
    odds = of_rule(enemy_attack, EnemyAttack(attack=21, ac=7, hd=10, high_hd_rule=True))

    assert Fraction(6, 20) == odds.chance(lambda it: isinstance(it, Miss))
    assert Fraction(1, 20) == odds.chance(lambda it: isinstance(it, Hit) and it.damage_factor == 2)
