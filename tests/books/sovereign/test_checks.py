"""Skill Checks: exact odds, and the arithmetic other chapters share."""

from fractions import Fraction

import pytest

from undercroft.books.sovereign.checks import (
    ActiveWins,
    GroupCheck,
    Opposed,
    SkillCheck,
    Success,
    check_group,
    check_opposed,
    check_skill,
    group_modifier,
    opposed_dc,
    reaches,
)
from undercroft.interpret.odds import of_rule


def succeeds(outcome):
    return isinstance(outcome, Success)


@pytest.mark.parametrize(
    "needed, ways", [(2, 36), (6, 26), (7, 21), (8, 15), (9, 10), (10, 6), (11, 3), (12, 1), (13, 0)]
)
def test_chance_by_the_sum_needed(needed, ways):
    """2d6 reach 6 in 26 of 36 ways, 7 in 21, 8 in 15, 9 in 10, 10 in 6, 11 in 3, 12 in 1."""
    odds = of_rule(check_skill, SkillCheck(attr_mod=0, skill=0, dc=needed))
    assert Fraction(ways, 36) == odds.chance(succeeds)


def test_untrained_hands_need_one_more():
    """Skill -1 against 8 needs a 9: 10 of 36."""
    assert Fraction(10, 36) == of_rule(check_skill, SkillCheck(attr_mod=0, skill=-1, dc=8)).chance(succeeds)


def test_margins_add_up_to_the_total():
    """However it ends, total less difficulty is the margin."""
    odds = of_rule(check_skill, SkillCheck(attr_mod=1, skill=1, dc=9, situational=-1))
    assert {9} == {end.total - end.margin for end in odds}


def test_a_group_of_two_helpers_and_one_bungler():
    """+1 with one more helped than hindered is +2: against 10 an 8 is needed, 15 of 36."""
    given = GroupCheck(roller_mod=1, other_mods=(2, 1, 0, -3))
    assert Fraction(15, 36) == of_rule(check_group, given).chance(succeeds)


def test_npcs_do_not_help_each_other_unless_the_table_says_so():
    """+1 against 9 needs an 8; with two helpers a 6."""
    alone = GroupCheck(roller_mod=1, other_mods=(1, 1), dc=9, npcs=True)
    together = GroupCheck(roller_mod=1, other_mods=(1, 1), dc=9, npcs=True, npc_group_bonus=True)
    assert Fraction(15, 36) == of_rule(check_group, alone).chance(succeeds)
    assert Fraction(26, 36) == of_rule(check_group, together).chance(succeeds)


def test_equal_sides_are_not_even_odds():
    """The mover needs an 8 on 2d6 whatever both modifiers are, if they are equal: 15 of 36."""
    chances = {
        of_rule(check_opposed, Opposed(mod, mod)).chance(lambda end: isinstance(end, ActiveWins))
        for mod in range(-3, 7)
    }
    assert {Fraction(15, 36)} == chances


def test_the_arithmetic_of_checks():
    """Equal is enough; helpers add one each; the other side's modifier goes on top of 8."""
    assert (True, False) == (reaches(10, 10), reaches(9, 10))
    assert 2 == group_modifier(3, (2, 0, -1, -3))
    assert (5, 8, 14) == (opposed_dc(-3), opposed_dc(0), opposed_dc(6))
