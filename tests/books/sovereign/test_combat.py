from fractions import Fraction

import pytest

from undercroft.books.sovereign.attacks import (
    Attack,
    Blow,
    Damage,
    Execution,
    Hit,
    MaxDamage,
    Missed,
    Slain,
    combat_attack,
    combat_damage,
    combat_execution,
    execution_penalty,
    hit_damage,
    shock_damage,
)
from undercroft.books.sovereign.combat import Sides, combat_initiative, had_enough, precedence
from undercroft.books.sovereign.units import HitPoints
from undercroft.interpret.odds import of_rule


@pytest.mark.parametrize(
    "sides, chance",
    [
        # ties are theirs: of 64 pairs the Delvers' die is no lower in 1 + 2 + ... + 8 = 36
        (Sides(best_dex=0), Fraction(36, 64)),
        # +1: 2 + 3 + ... + 8 + 8 = 43
        (Sides(best_dex=1), Fraction(43, 64)),
        # +2, one of it for being alert: 3 + 4 + ... + 8 + 8 + 8 = 49
        (Sides(best_dex=1, alert=True), Fraction(49, 64)),
        # no lower than either of two: 1 + 4 + 9 + ... + 64 = 204 of 512
        (Sides(best_dex=0, n_other_sides=2), Fraction(204, 512)),
    ],
)
def test_the_delvers_go_first(sides, chance):
    """A d8 a side, the Delvers' with their best DEX; equal is enough for them."""
    assert chance == of_rule(combat_initiative, sides).chance(lambda outcome: outcome.order[0] == 0)


def test_equal_sides_act_as_they_are_listed():
    """Only the totals come before the list."""
    assert [2, 0, 1, 3] == sorted(range(4), key=lambda side: precedence((4, 4, 8, 1)[side], side))


@pytest.mark.parametrize("ac, faces", [(14, 10), (4, 20), (23, 1), (24, 0)])
def test_an_attack_hits_by_its_total_alone(ac, faces):
    """With +3 against 14 the faces 11 to 20 hit; neither 1 nor 20 is special."""
    odds = of_rule(combat_attack, Attack(attack_bonus=1, attr_mod=1, skill=1, ac=ac))
    assert Fraction(faces, 20) == odds.chance(lambda outcome: isinstance(outcome, Hit))


def test_shock_is_the_least_a_hit_does():
    """d8 + 1 with Shock 2 + 1: faces 1 and 2 both do 3, the others 4 to 9."""
    odds = of_rule(combat_damage, Blow(hit=True, weapon_die=8, attr_mod=1, target_ac=13, shock=2, shock_ac=13))
    expected = {Damage(HitPoints(points)): Fraction(1, 8) for points in range(4, 10)}
    assert {**expected, Damage(HitPoints(3)): Fraction(2, 8)} == dict(odds)


def test_shock_stops_at_its_armour_class():
    """Equal is still low enough; a penalty never turns Shock into healing."""
    assert [3, 3, 0] == [shock_damage(3, target_ac, 13) for target_ac in (12, 13, 14)]
    assert [0, 0] == [shock_damage(-1, 10, 13), hit_damage(-1, 0)]


def test_a_shot_at_someone_unsuspecting():
    """+2 against 8 hits on a 6, 26 ways in 36; a save of 14 at -1 fails on 14 faces of 20."""
    odds = of_rule(combat_execution, Execution(ranged=True, mod=2, combat_skill=1, target_save=14))
    assert {
        Missed(): Fraction(10, 36),
        Slain(): Fraction(26, 36) * Fraction(14, 20),
        MaxDamage(): Fraction(26, 36) * Fraction(6, 20),
    } == dict(odds)


def test_a_natural_twenty_saves_even_the_hopeless():
    """A save of 25 at -4 leaves one face in twenty."""
    odds = of_rule(combat_execution, Execution(ranged=False, mod=0, combat_skill=4, target_save=25))
    assert {Slain(): Fraction(19, 20), MaxDamage(): Fraction(1, 20)} == dict(odds)


def test_the_untrained_take_nothing_off_the_save():
    """-1 counts as 0."""
    assert [0, 0, -1, -4] == [execution_penalty(skill) for skill in (-1, 0, 1, 4)]


def test_foes_leave_exactly_at_half_or_a_third():
    """One more hit point, or one more of the group, makes the difference."""
    assert [False, True] == [had_enough(lost, 10, is_group=False) for lost in (4, 5)]
    assert [False, True] == [had_enough(lost, 9, is_group=True) for lost in (2, 3)]
    assert had_enough(4, 10, is_group=True)
