"""The chance that a foe's attacks of a round take their target to 0 health, by Violence."""

from fractions import Fraction
from math import floor

from undercroft.books.violence.fighting import ArmourWorn, EnemyAttack, Hit, WornExact, enemy_attack
from undercroft.books.violence.wounds import MOST_ATTACKS, BlowName, Wound, damage
from undercroft.interpret.odds import of_rule
from undercroft.interpret.policy import NEVER
from undercroft.kernel.remembering import remembering
from undercroft.table.fight.attack_odds import EXACT
from undercroft.table.state.combatants import Foe
from undercroft.table.state.house_rules import HouseRules

MOST_FOES = 1024
"""Foes whose odds are remembered: they stay the same until the target is hit, and on every screen."""


def felling(house: HouseRules, foe: Foe, ac: int, health: int) -> Fraction:
    """The chance that all attacks of a foe, with those its exact rolls earn, take a target to 0 health."""
    harms = tuple(foe.harm(number) for number in range(foe.attacks + foe.extra))
    return _felling(house, foe.attack, floor(foe.hd), harms, ac, health)


@remembering(MOST_FOES)
def _felling(house: HouseRules, attack: int, hd: int, harms: tuple[str, ...], ac: int, health: int) -> Fraction:
    return _Attacks(house, attack, hd, harms, health).fell(0, MOST_ATTACKS, ac, health)


class _Attacks:
    """The attacks of a foe in their order: each may wear the armour, wound, and earn another."""

    def __init__(self, house: HouseRules, attack: int, hd: int, harms: tuple[str, ...], health: int) -> None:
        self._house, self._attack, self._hd, self._harms, self._whole = house, attack, hd, harms, health
        self._known: dict[tuple[int, int, int, int], Fraction] = {}
        self._ends: dict[int, dict[tuple[bool, int, int], Fraction]] = {}
        self._hurts: dict[tuple[str, int], dict[int, Fraction]] = {}

    def fell(self, number: int, blows: int, ac: int, health: int) -> Fraction:
        """The chance from that attack on, which may still strike so often in a row."""
        if health <= 0 or number == len(self._harms):
            return Fraction(health <= 0)
        key = (number, blows, ac, health)
        if key not in self._known:
            self._known[key] = self._after(*key)
        return self._known[key]

    def _after(self, number: int, blows: int, ac: int, health: int) -> Fraction:
        whole = Fraction(0)
        for (exact, left, factor), likely in self._outcomes(ac).items():
            then = (number, blows - 1) if exact and blows > 1 else (number + 1, MOST_ATTACKS)
            hurts = self._hurt(self._harms[number], factor) if factor else {0: Fraction(1)}
            whole += likely * sum(chance * self.fell(*then, left, health - lost) for lost, chance in hurts.items())
        return whole

    def _outcomes(self, ac: int) -> dict[tuple[bool, int, int], Fraction]:
        """Whether the attack earns another, the AC it leaves, and how many times its damage counts, 0 for no hit."""
        if ac not in self._ends:
            spread = of_rule(enemy_attack, self._house.applied(enemy_attack, EnemyAttack(self._attack, ac, self._hd)))
            found: dict[tuple[bool, int, int], Fraction] = {}
            for end, chance in spread.items():
                left = end.ac if isinstance(end, ArmourWorn | WornExact) else ac
                key = (BlowName(end.kind) in EXACT, left, end.damage_factor if isinstance(end, Hit) else 0)
                found[key] = found.get(key, Fraction(0)) + chance
            self._ends[ac] = found
        return self._ends[ac]

    def _hurt(self, dice: str, factor: int) -> dict[int, Fraction]:
        if (dice, factor) not in self._hurts:
            given = Wound(scars=0, expr=dice, health=self._whole, adventurer=True, damage_factor=factor)
            spread = of_rule(damage, self._house.applied(damage, given), NEVER).by(lambda end: int(end.damage))
            self._hurts[dice, factor] = dict(spread.items())
        return self._hurts[dice, factor]
