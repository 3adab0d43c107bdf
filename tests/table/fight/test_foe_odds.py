"""The chance that a foe's attacks of a round take their target down, by hand and by the rules."""

from fractions import Fraction

from msgspec.structs import replace

from tests.table.field import ANSGAR, BLEND, field
from undercroft.table.fight.sovereign import strike_odds
from undercroft.table.fight.violence import foe_odds
from undercroft.table.state.combatants import Fighter, Foe
from undercroft.table.state.house_rules import Combat, HouseRules
from undercroft.table.state.ids import BandId, FoeId


def foe(attack: int, attacks: int, damage: str = "1d6") -> Foe:
    return Foe(FoeId("orc"), "Orc", BandId("orcs"), Fraction(1), attack, attacks, 3, 3, 4, 4, damage)


def test_two_attacks_and_the_armour_between_them() -> None:
    """Half of all rolls hit AC 2; a 2 leaves AC 1 for the second attack, and any other miss leaves AC 2."""
    assert Fraction(1, 2) == foe_odds.felling(BLEND, foe(12, 1), 2, 1)
    assert Fraction(301, 400) == foe_odds.felling(BLEND, foe(12, 2), 2, 1)


def test_an_exact_roll_earns_another_attack() -> None:
    """Two hits at least fell 7 health with 1d6: one attack does that only through the attack an exact roll earns."""

    def chain(left: int) -> Fraction:
        some = Fraction(sum(harm >= left for harm in range(1, 7)), 6) * Fraction(12, 20)
        return some + sum(Fraction(1, 120) * chain(left - harm) for harm in range(1, min(6, left - 1) + 1))

    assert chain(7) == foe_odds.felling(BLEND, foe(12, 1), 0, 7)
    assert 0 < chain(7) < Fraction(1, 20)


def test_by_sovereign_all_attacks_count() -> None:
    """Two attacks of 1d6 take down 12 hit points only by two sixes; one of them cannot."""
    table = field(ANSGAR, house=HouseRules(combat=Combat.SOVEREIGN))
    orc, fighter = foe(2, 2), Fighter(ANSGAR)
    one = strike_odds.felling(table.now, replace(orc, attacks=1), fighter, 1)
    assert 0 < one < 1
    assert 0 == strike_odds.felling(table.now, replace(orc, attacks=1), fighter, 12)
    assert (one / 6) ** 2 == strike_odds.felling(table.now, orc, fighter, 12)
    assert 1 - (1 - one) ** 2 == strike_odds.felling(table.now, orc, fighter, 1)
    assert one / 6 == strike_odds.felling(table.now, replace(orc, damage="1d4/1d6"), fighter, 10) * 4 / one
