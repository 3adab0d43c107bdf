"""What a blow would do: every face by the rule, and the chance to slay, equal to what the book's own chain gives."""

from fractions import Fraction

from tests.table.field import ANSGAR, BLEND, CORVIN, TAM, field, fight, of
from undercroft.books.violence.morale import Rallying, morale_rally
from undercroft.books.violence.wounds import Assault, BlowName, exact_attribute
from undercroft.interpret import odds
from undercroft.interpret.policy import NEVER
from undercroft.interpret.throw_outcomes import falls
from undercroft.table.fight import stats
from undercroft.table.fight.attack_odds import Bracket, RangeKind, Slaying, brackets, hurting, marks, worn_to
from undercroft.table.fight.foes import AddFoes
from undercroft.table.fight.stats import PlannedAttack
from undercroft.table.fight.weapons import weapons_of
from undercroft.table.state.house_rules import HouseRules
from undercroft.table.state.ids import PersonId
from undercroft.table.world.groups import MAIN


def blow(who: PersonId, ac: int, house: HouseRules = BLEND) -> PlannedAttack:
    """Someone's blow with the first weapon they have."""
    table = field(house=house)
    table.do(AddFoes(MAIN, "2 votaries HD 2 AC 5 1d8 hp 9"), 4, 17, 3)
    assert 2 == len(fight(table).foes)
    return stats.strike(table.now, of(table, who), weapons_of(table.now, who)[0], ac)


def test_a_ruler_by_the_rule() -> None:
    """Brawn 15 against AC 5: armour turns 1 to 4, 5 wears it, 6 to 14 hit, 15 is exact, more is too wild."""
    strike = blow(ANSGAR, 5)
    ruler = marks(BLEND, strike)
    assert (
        Bracket(1, 4, RangeKind.TURNED),
        Bracket(5, 5, RangeKind.ARMOUR),
        Bracket(6, 14, RangeKind.HIT),
        Bracket(15, 15, RangeKind.EXACT),
        Bracket(16, 20, RangeKind.WILD),
    ) == brackets(ruler, strike.given)
    assert 4 == worn_to(BLEND, strike)


def test_scars_bend_to_the_best_that_is_in_reach() -> None:
    """One Scar: 4 comes to the armour, 5 hits, 14 and 16 become exact; the rest is as it was."""
    bent = {mark.face: mark.bent for mark in marks(BLEND, blow(ANSGAR, 5)) if mark.bent is not mark.rolled}
    assert {
        4: BlowName.ARMOUR_WORN,
        5: BlowName.HIT,
        14: BlowName.HIT_EXACT,
        16: BlowName.HIT_EXACT,
    } == bent


def test_nobody_bends_without_scars() -> None:
    """A hireling fights by Hit Dice, and every face stays as it fell."""
    strike = blow(TAM, 0)
    assert strike.by is None
    assert all(mark.rolled is mark.bent for mark in marks(BLEND, strike))
    assert worn_to(BLEND, strike) is None


def test_slaying_is_the_chain_of_the_book() -> None:
    """As the dice fall, an action slays as often as the book's chain of exact blows does; bent it slays more often."""
    strike = blow(ANSGAR, 5)
    for health in (1, 5, 9):
        assault = Assault(scars=1, attribute=15, ac=5, expr="1d8", target_health=health)
        spread = odds.of_rule(exact_attribute, assault, NEVER)
        slain = spread.chance(lambda chain, health=health: chain.damage >= health)  # type: ignore[misc]
        assert slain == Slaying(BLEND, strike, bending=False).chance(5, health)
        assert slain < Slaying(BLEND, strike, bending=True).chance(5, health)


def test_a_limit_on_bending_is_counted() -> None:
    """Where one roll in a round may be bent, a second one of the same action may not."""
    table = field(house=BLEND)
    table.do(AddFoes(MAIN, "1 votary HD 2 AC 5 1d8 hp 9"), 4, 17, 3)
    weapon = weapons_of(table.now, CORVIN)[0]
    strike = stats.strike(table.now, of(table, CORVIN), weapon, 5)
    free = Slaying(BLEND, strike, bending=True).chance(5, 6)
    readings = {"violence.scars/limit": 1}
    limited = Slaying(HouseRules(readings=readings), strike, bending=True).chance(5, 6)
    assert Slaying(BLEND, strike, bending=False).chance(5, 6) < limited < free


def test_damage_against_health() -> None:
    """A d8 against 5: four totals of eight slay."""
    ends = hurting(BLEND, blow(ANSGAR, 5), 5)
    assert [5, 6, 7, 8] == [fall.total for fall in ends if fall.ways[0].outcome.kind == "dead"]
    assert Fraction(1, 8) == ends[0].chance


def test_a_rule_without_dice_has_no_falls() -> None:
    """Nothing is thrown, so there is nothing to lay out."""
    assert () == falls(morale_rally, Rallying(1, 1))
