"""Advancement, and making a Delver."""

from fractions import Fraction

import pytest

from undercroft.books.sovereign.advancement import THRESHOLDS, Monsters, Sharing, xp_monster, xp_shares
from undercroft.books.sovereign.advancement_points import (
    ATTRIBUTE_PRICES,
    SKILL_PRICES,
    Credited,
    FeatSkill,
    feat_skill,
)
from undercroft.books.sovereign.benefits import SPELLS
from undercroft.books.sovereign.classes import CLASS_TABLE, killing_blow
from undercroft.books.sovereign.creation import Newcomer, Purse, create_attributes, create_gold
from undercroft.books.sovereign.equipment import GEAR, WAGES, Item
from undercroft.books.sovereign.keeping_time import fight_seconds
from undercroft.books.sovereign.skills import SCOPE, Task
from undercroft.books.sovereign.units import Skill
from undercroft.interpret.ask import next_question
from undercroft.interpret.odds import of_rule
from undercroft.kernel.dice import THREE_D6, Choice, Throw
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId


@pytest.mark.parametrize("pool", [0, 1, 999, 1000, 1001])
@pytest.mark.parametrize("delvers, henchmen", [(1, 0), (3, 1), (4, 4), (0, 2)])
def test_shares_never_exceed_the_pool(pool, delvers, henchmen):
    """Rounded down, what is paid and what is lost make up the pool, and a Delver has twice a henchman's share."""
    paid = xp_shares(Script(), Sharing(pool, delvers, henchmen))
    assert pool == paid.delver_xp * delvers + paid.henchman_xp * henchmen + paid.lost
    assert 0 <= paid.lost < delvers + henchmen
    assert paid.delver_xp in (2 * paid.henchman_xp, 2 * paid.henchman_xp + 1)


def test_beyond_the_table_every_die_counts_the_same():
    """30 hit dice: nine beyond 21, 250 each on base and bonus."""
    award = xp_monster(Script(), Monsters(Fraction(30), abilities=1))
    assert (2_500 + 9 * 250, 2_000 + 9 * 250) == (award.base, award.bonus)
    assert award.base + award.bonus == award.xp


def test_tables_by_level_cover_every_level():
    """Ten levels everywhere; prices rise; the skill and the attribute ladder want the same levels."""
    assert list(range(1, 11)) == sorted(THRESHOLDS) == sorted(WAGES)
    assert {10} == {len(row.attack) for row in CLASS_TABLE.values()}
    assert {10} == {len(part) for row in SPELLS.values() for part in (row.highest, row.cast, row.prepared)}
    assert list(SKILL_PRICES.values()) == list(ATTRIBUTE_PRICES.values())


def test_lists_are_complete():
    """Every ware has a price, every task a skill, every skill a task."""
    assert set(Item) == set(GEAR)
    assert set(Task) == {task for tasks in SCOPE.values() for task in tasks}
    assert set(Skill) == set(SCOPE)


def test_three_points_of_a_feat_are_never_lost():
    """Below 4, levels bought and credit kept are worth what was there and three more."""

    def worth(skill, credit):
        return credit + sum(price.points for level, price in SKILL_PRICES.items() if level <= skill)

    for skill in range(-1, 4):
        after = feat_skill(Script(), FeatSkill(skill))
        assert isinstance(after, Credited)
        assert worth(skill, 3) == worth(after.skill, after.credit)


def test_starting_gold():
    """3d6 times 10: 30 in one of 216, 100 or 110 in 27 each."""
    odds = of_rule(create_gold, Purse()).by(lambda end: end.gold)
    assert (Fraction(1, 216), Fraction(27, 216), Fraction(27, 216)) == (odds[30], odds[100], odds[110])


def test_attributes_are_rolled_in_order_and_one_below_14_may_be_raised():
    """Five throws of 3d6, then a choice among those below 14; who has none is not asked."""
    rolled = (9, 14, 13, 18, 3)
    asked = [next_question(create_attributes, Newcomer(), rolled[:known]) for known in range(6)]
    assert [Throw(name, THREE_D6) for name in ("STR", "DEX", "CON", "INT", "WIS")] == asked[:-1]
    assert Choice("raise one to 14", SeatId("player"), ("keep", "STR", "CON", "WIS")) == asked[-1]
    assert {14, 15, 16, 17, 18} == set(create_attributes(Script((14, 15, 16, 17, 18)), Newcomer()).scores.values())


def test_small_arithmetic():
    """Killing Blow is half the level, rounded up; six rounds are a minute."""
    assert [1, 1, 2, 2, 5] == [killing_blow(level) for level in (1, 2, 3, 4, 10)]
    assert 60 == fight_seconds(6)
