from fractions import Fraction

import pytest

from undercroft.books.violence.advancement import Experience, Level, advancement
from undercroft.books.violence.checks import (
    Check,
    Danger,
    Edge,
    Exact,
    Exerted,
    Failed,
    Failure,
    Immune,
    Saved,
    Saver,
    Success,
    attribute_check,
    save,
)
from undercroft.books.violence.enemies import Creature, enemy_stats
from undercroft.interpret.odds import of_rule
from undercroft.interpret.policy import always


@pytest.mark.parametrize(
    "edge, exact, failure",
    [
        (Edge.NONE, Fraction(1, 20), Fraction(8, 20)),
        (Edge.ADVANTAGE, Fraction(39, 400), Fraction(64, 400)),  # 1 - (19/20)^2; both of two over 12
        (Edge.DISADVANTAGE, Fraction(1, 400), Fraction(256, 400)),  # both exact; 1 - (12/20)^2
    ],
)
def test_odds_of_a_check(edge, exact, failure):
    """Attribute 12, with one die, the better and the worse of two."""
    odds = of_rule(attribute_check, Check(attribute=12, edge=edge)).by(type)

    assert {Exact: exact, Failure: failure, Success: 1 - exact - failure} == dict(odds)


def test_exertion_leaves_something():
    """Attribute 5: 6 to 9 can be bought, 10 and more would leave nothing and stand as failures."""
    odds = of_rule(attribute_check, Check(attribute=5, edge=Edge.NONE, exertion=True), always("exert")).by(type)

    assert Fraction(4, 20) == odds[Exerted]
    assert Fraction(11, 20) == odds[Failure]


def test_odds_of_a_save():
    """Attribute 12 against 3 Hit Dice: 4 to 12. A foe on 12 saves on all of 1 to 12, and is immune on one."""
    adventurer = of_rule(save, Danger(target=12, source_hd=3, saver=Saver.ADVENTURER))
    enemy = of_rule(save, Danger(target=12, saver=Saver.ENEMY))

    assert {Saved(): Fraction(9, 20), Failed(): Fraction(11, 20)} == dict(adventurer)
    assert {Saved(): Fraction(11, 20), Immune(): Fraction(1, 20), Failed(): Fraction(8, 20)} == dict(enemy)


def test_odds_of_an_enemys_health():
    """Two Hit Dice: 2d6, a 7 with 6 in 36."""
    assert Fraction(6, 36) == of_rule(enemy_stats, Creature(hd=2)).chance(lambda it: it.health == 7)


def test_a_level_never_costs_health():
    """Level 2 with a maximum of 9: 2d6 of 10 and more replace it, 6 in 36, and 10 is the least."""
    odds = of_rule(advancement, Experience(xp=2500, health_max=9)).by(_health)

    assert {10: Fraction(33, 36), 11: Fraction(2, 36), 12: Fraction(1, 36)} == dict(odds)


def _health(level: Level) -> int:
    return level.health_max
