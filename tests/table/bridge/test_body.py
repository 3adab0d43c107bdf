"""The body by several books, from one sheet."""

from fractions import Fraction

import pytest

from undercroft.books.sovereign.units import Attribute, Skill
from undercroft.kernel.units import Kilograms, SeatId
from undercroft.table import bridge
from undercroft.table.state.house_rules import Fatigue
from undercroft.table.state.ids import PersonId
from undercroft.table.state.people import Person, Sheet

PLAYER = SeatId("one")


def somebody(**sheet) -> Person:
    """Someone with this sheet."""
    return Person(PersonId("maud"), "Maud", PLAYER, sheet=Sheet(**sheet))


@pytest.mark.parametrize("kind, target", [("physical", 12), ("evasion", 14), ("mental", 13)])
def test_saves_go_by_level_and_the_better_score(kind, target):
    """Sixteen, less the level, less the better of two."""
    maud = somebody(level=2, strength=18, constitution=3, dexterity=10, intelligence=9, wisdom=14)

    assert target == bridge.save_target(maud, kind)


def test_a_save_set_by_hand_goes_first():
    """Whatever the sheet would give."""
    assert 5 == bridge.save_target(somebody(overrides={"physical": 5}), "physical")


def test_strain_is_constitution():
    """Unless it was set by hand."""
    assert 13 == bridge.strain_max(somebody(constitution=13))
    assert 20 == bridge.strain_max(somebody(constitution=13, overrides={"strain_max": 20}))


def test_neverwheres_numbers():
    """The character guide's own example: 8, 12, 11, 9."""
    body = bridge.neverwhere(somebody(strength=8, dexterity=12, intelligence=11, constitution=9))

    assert (8, 12, 11, 9) == (body.str_, body.dex, body.int_, body.vit)
    assert (-2, 2, 1, -1) == (body.str_mod, body.dex_mod, body.int_mod, body.vit_mod)
    assert (1, 1, 2, Fraction(1, 2)) == (body.will, body.per, body.rab, body.re)
    assert (9, Fraction(5), Kilograms(Fraction(32, 5))) == (body.fp_max, body.move, body.basic_lift)


def test_neverwheres_numbers_by_hand():
    """A score set by hand carries what follows from it; what follows may be set too."""
    body = bridge.neverwhere(somebody(overrides={"vit": 14, "move": 7, "will": 3, "basic_lift": 50}))

    assert (14, 14, 3) == (body.vit, body.fp_max, body.will)
    assert (Fraction(7), Kilograms(Fraction(50))) == (body.move, body.basic_lift)


@pytest.mark.parametrize("fatigue, most", [(Fatigue.NEVERWHERE, 14), (Fatigue.DELVING, 4), (Fatigue.NONE, 0)])
def test_fatigue_by_the_house(fatigue, most):
    """Vit; or the level and the good modifiers; or none."""
    assert most == bridge.fatigue_max(somebody(level=2, constitution=14, strength=15, dexterity=5), fatigue)


def test_a_choice_of_attributes_is_the_better_one():
    """With the skill."""
    maud = somebody(dexterity=18, intelligence=3, skills={"Heal": 1})

    assert 3 == bridge.best_check(maud, (Attribute.DEX, Attribute.INT), Skill.HEAL)


def test_a_skill_nobody_learnt():
    """The modifier, less two for an easy one."""
    assert -1 == bridge.neverwhere_skill(1)
