from fractions import Fraction

import pytest

from undercroft.books.violence.wounds import (
    Assault,
    BlowName,
    Chain,
    Dead,
    Wound,
    Wounded,
    damage,
    exact_attribute,
)
from undercroft.interpret.odds import of_rule
from undercroft.interpret.policy import NEVER, always
from undercroft.kernel.notation import parse
from undercroft.kernel.ways import ways


def test_odds_of_a_kill_with_one_hit():
    """1d8 takes 5 health on four faces."""
    odds = of_rule(damage, Wound(expr="1d8", health=5, scars=0, adventurer=False)).by(type)

    assert {Dead: Fraction(1, 2), Wounded: Fraction(1, 2)} == dict(odds)


def test_a_scar_adds_to_the_damage():
    """1d8 and a Scar take 5 health from a face of 4 on."""
    odds = of_rule(damage, Wound(expr="1d8", health=5, scars=1, adventurer=False), always("up")).by(type)

    assert Fraction(5, 8) == odds[Dead]


def kill(health: int, hit: Fraction, exact: Fraction, weapon: str, left: int) -> Fraction:
    """The chance of taking all health, link by link: a hit that is enough, or an exact one and then the rest."""
    spread = ways(parse(weapon))
    faces = {face: Fraction(count, spread.whole) for face, count in spread.counts.items()}
    enough = sum((chance for face, chance in faces.items() if face >= health), Fraction(0))
    if left == 1:
        return (hit + exact) * enough
    rest = sum(
        (chance * kill(health - face, hit, exact, weapon, left - 1) for face, chance in faces.items() if face < health),
        Fraction(0),
    )
    return (hit + exact) * enough + exact * rest


@pytest.mark.parametrize("health, weapon", [(1, "1d8"), (5, "1d8"), (9, "1d6"), (12, "2d6k1")])
def test_odds_of_a_kill_with_a_chain(health, weapon):
    """Brawn 15 against AC 5: nine faces hit, one is exact; worked out backwards, apart from the rule."""
    given = Assault(attribute=15, ac=5, scars=0, expr=weapon, target_health=health)
    slain = of_rule(exact_attribute, given).chance(lambda chain: chain.damage >= health)

    assert kill(health, Fraction(9, 20), Fraction(1, 20), weapon, 8) == slain


def test_a_chain_goes_on_once_in_twenty():
    """Without armour or Scars each attack is exact with 1 in 20, so all eight are with 1 in 20 to the eighth."""
    odds = of_rule(exact_attribute, Assault(attribute=10, ac=0, scars=0, expr="1d6", target_health=10_000))
    by_length = odds.by(lambda chain: len(chain.attacks))

    assert [Fraction(19, 20**length) for length in range(1, 8)] == [by_length[length] for length in range(1, 8)]
    assert Fraction(1, 20**7) == by_length[8]
    assert Fraction(1, 20**8) == odds.chance(
        lambda chain: set(chain.attacks) == {BlowName.HIT_EXACT} and chain.damage >= 8
    )
    assert odds.unexplored == 0


def test_worn_armour_counts_for_the_next_attack():
    """Attribute and AC 12: after an exact dent the AC is 11, and only a 12 gets through."""
    given = Assault(attribute=12, ac=12, scars=0, expr="1d6", target_health=20, at_most=2)
    odds = of_rule(exact_attribute, given, NEVER).by(lambda chain: chain.attacks)

    assert Fraction(1, 400) == odds[BlowName.WORN_EXACT, BlowName.HIT_EXACT]
    assert Fraction(1, 400) == odds[BlowName.WORN_EXACT, BlowName.ARMOUR_WORN]
    assert Fraction(19, 20) == odds[(BlowName.MISS,)]


def test_the_armour_of_a_chain_is_what_the_blows_left():
    """Every dent takes 1 off the AC, in every chain there is."""
    given = Assault(attribute=12, ac=12, scars=0, expr="1d6", target_health=20)
    dents = {BlowName.ARMOUR_WORN, BlowName.WORN_EXACT}

    def adds_up(chain: Chain) -> bool:
        return chain.ac == 12 - sum(blow in dents for blow in chain.attacks)

    assert of_rule(exact_attribute, given).chance(adds_up) == 1
