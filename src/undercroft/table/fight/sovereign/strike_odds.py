"""The odds of an attack by Sovereign: to hit, to miss with Shock, the mean damage, and the chance to slay."""

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.sovereign.attacks import Hit, combat_attack, combat_damage
from undercroft.interpret.odds import of_rule
from undercroft.kernel.script import Script
from undercroft.table.fight.sovereign.swing import Swing, after_strike, foe_swing
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.combatants import Fighter, Foe
from undercroft.table.state.house_rules import HouseRules


class StrikeOdds(Struct, frozen=True):
    """What an attack comes to: each an exact fraction."""

    hit: Fraction
    shock: Fraction
    """The chance of a miss that still deals Shock."""
    shock_damage: int
    mean: Fraction
    slays: Fraction | None
    """The chance to bring the foe down; None if its hit points are not known."""


def lucky(house: HouseRules, made: Swing, health: int) -> Fraction:
    """The chance to bring a foe down if every miss is turned into a hit."""
    blow = house.applied(combat_damage, made.blow)
    return of_rule(combat_damage, blow).chance(lambda outcome: outcome.damage >= health)


def strike_odds(house: HouseRules, made: Swing, health: int | None = None) -> StrikeOdds:
    """The odds of an attack on a foe with so many hit points."""
    attack = house.applied(combat_attack, made.attack)
    blow, missed = house.applied(combat_damage, made.blow), house.applied(combat_damage, made.missed())
    hit = of_rule(combat_attack, attack).chance(lambda outcome: isinstance(outcome, Hit))
    grazed = int(combat_damage(Script(), missed).damage)
    harm = of_rule(combat_damage, blow)
    mean = hit * sum((chance * outcome.damage for outcome, chance in harm.items()), Fraction(0)) + (1 - hit) * grazed
    slays = None
    if health is not None:
        falls = harm.chance(lambda outcome: outcome.damage >= health)
        slays = hit * falls + ((1 - hit) if grazed >= health else 0)
    return StrikeOdds(hit, 1 - hit if grazed else Fraction(0), grazed, mean, slays)


def felling(known: Campaign, foe: Foe, fighter: Fighter, health: int) -> Fraction:
    """The chance that all attacks of a foe in its go take a fighter down: it gets up first, and Shock counts."""
    foe, left = replace(foe, prone=False), {health: Fraction(1)}
    for number in range(foe.attacks + foe.extra):
        made = foe_swing(known, foe, fighter, foe.harm(number))
        fighter = after_strike(fighter, foe, made)
        harms = _harms(known.house, made)
        after: dict[int, Fraction] = {}
        for before, likely in left.items():
            for harm, chance in harms.items() if before > 0 else ((0, Fraction(1)),):
                now = max(0, before - harm)
                after[now] = after.get(now, Fraction(0)) + likely * chance
        left = after
    return left.get(0, Fraction(0))


def _harms(house: HouseRules, made: Swing) -> Mapping[int, Fraction]:
    """The damage of an attack, hit or miss, with the chance of each."""
    hit = of_rule(combat_attack, house.applied(combat_attack, made.attack)).chance(lambda end: isinstance(end, Hit))
    found: dict[int, Fraction] = {}
    for given, likely in ((made.blow, hit), (made.missed(), 1 - hit)):
        for end, chance in of_rule(combat_damage, house.applied(combat_damage, given)).items():
            found[int(end.damage)] = found.get(int(end.damage), Fraction(0)) + likely * chance
    return found
