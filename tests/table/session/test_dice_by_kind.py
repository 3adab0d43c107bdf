"""A seat may type its dice for some kinds of rolls and let Undercroft roll the others."""

import pytest

from tests.table.brawls import ORC, alone
from tests.table.field import ANSGAR, ONE
from tests.table.happenings import of
from undercroft.table.engine.dice_kinds import kind_of
from undercroft.table.engine.wanted_dice import DiceChosen, UseDice
from undercroft.table.fight.actions import PassGo
from undercroft.table.fight.attack import Attack
from undercroft.table.rulings.loose_dice import ThrowDice
from undercroft.table.rulings.words import RULES
from undercroft.table.state.seats import REFEREE, DiceKind, Throwing

TYPED, ROLLED = Throwing.TYPED, Throwing.ROLLED


def test_attacks_are_typed_while_the_rest_is_rolled() -> None:
    """The attack waits for the player's d20; plain dice of the same seat do not wait."""
    table = alone(5)
    table.do(UseDice(ONE, TYPED, DiceKind.ATTACKS), seat=ONE)
    table.do(ThrowDice("1d6", seat=ONE), 4, seat=ONE)
    assert {} == table.now.wanted
    table.do(Attack(ANSGAR, ORC))
    (wanted,) = table.now.wanted.values()
    assert [ONE] == [asked.seat for asked in wanted.questions]


def test_a_choice_for_all_rolls_ends_the_exceptions() -> None:
    """An exception that says the same as the rest is none."""
    table = alone(5)
    for dice, kind, kept in (
        (TYPED, DiceKind.SAVES, {DiceKind.SAVES: TYPED}),
        (ROLLED, DiceKind.SAVES, {}),
        (TYPED, DiceKind.OTHER, {DiceKind.OTHER: TYPED}),
        (TYPED, None, {}),
        (ROLLED, DiceKind.ATTACKS, {DiceKind.ATTACKS: ROLLED}),
    ):
        table.do(UseDice(ONE, dice, kind))
        assert kept == table.now.seats[ONE].dice_for == table.known(ONE).seats[ONE].dice_for
    assert TYPED is table.now.seats[ONE].dice
    assert (ROLLED, TYPED) == (table.now.throwing(ONE, DiceKind.ATTACKS), table.now.throwing(ONE, DiceKind.SAVES))


def test_the_referees_choice_is_nobody_elses_business() -> None:
    table = alone(5)
    before = table.bytes_for(ONE)
    table.do(UseDice(REFEREE, TYPED, DiceKind.ATTACKS))
    assert {DiceKind.ATTACKS: TYPED} == table.now.referees_dice_for
    assert before == table.bytes_for(ONE)
    table.do(PassGo(ANSGAR))
    assert [REFEREE] == [asked.seat for wanted in table.now.wanted.values() for asked in wanted.questions]


@pytest.mark.parametrize("kind", DiceKind)
def test_every_kind_has_rules_and_words(kind: DiceKind) -> None:
    assert [rule for rule in RULES if kind_of(rule) is kind]
    assert kind.words


def test_no_beginning_of_a_name_names_nothing() -> None:
    """Every kind that is listed is the kind of some rule: a rule that is renamed is missed here."""
    kinds = {"violence.attack": DiceKind.ATTACKS, "sovereign.combat.attack": DiceKind.ATTACKS}
    kinds |= {"violence.save": DiceKind.SAVES, "sovereign.save.roll": DiceKind.SAVES}
    kinds |= {"sovereign.create.attributes": DiceKind.CHARACTERS, "violence.character": DiceKind.CHARACTERS}
    kinds |= {"sovereign.check.skill": DiceKind.OTHER, "violence.attribute-check": DiceKind.OTHER}
    assert kinds == {rule: kind_of(rule) for rule in kinds if rule in RULES}


def test_what_is_chosen_already_is_no_news() -> None:
    """A second press on the same switch writes no line, for a player's seat and for the referee's."""
    table = alone(5)
    for seat in (ONE, REFEREE):
        assert [DiceChosen(seat, TYPED)] == of(table.do(UseDice(seat, TYPED)), DiceChosen)
        assert [] == of(table.do(UseDice(seat, TYPED)), DiceChosen)
