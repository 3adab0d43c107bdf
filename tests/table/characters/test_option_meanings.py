"""What each choice of a new character means, by the numbers so far."""

from fractions import Fraction

from tests.table.characters.test_characters import SCORES
from tests.table.newcomers import table
from tests.table.small_site import ONE
from undercroft.books.sovereign.classes import ClassId
from undercroft.table.characters.characters import CreateCharacter
from undercroft.table.characters.creation import BySovereign
from undercroft.table.characters.meanings import Raise, option_meanings, raise_of

NUMBERS = {"STR": 13, "DEX": 14, "CON": 14, "INT": 7, "WIS": 10, "Sneak": -1, "Notice": 1}


def test_a_skill_shows_the_chance_of_its_check_before_and_after():
    """DEX +1 and Sneak -1 need a 10 on 2d6, 6 ways of 36; with Sneak 0 a 9, 10 ways."""
    assert Raise("DEX/Sneak against 10", Fraction(6, 36), Fraction(10, 36)) == raise_of("Sneak", NUMBERS)
    assert Raise("WIS/Notice against 10", Fraction(10, 36), Fraction(10, 36)) == raise_of("Notice", NUMBERS)
    assert raise_of("Alert", NUMBERS) is None
    assert raise_of("Sneak", {}) is None


def test_an_attribute_shows_its_modifier_before_and_after():
    """13 gives +0 and 14 gives +1; from 14 to 15 nothing changes."""
    strength, dexterity = option_meanings(("STR", "DEX"), NUMBERS)
    assert strength.startswith("13 to 14, modifier +0 to +1")
    assert dexterity.startswith("14 to 15, modifier stays +1")


def test_a_class_counts_the_hit_points_of_this_character():
    """A Warrior's 1d6+2 with CON +1; without numbers, as the book has it."""
    assert option_meanings((ClassId.WARRIOR,), NUMBERS)[0].startswith("Hit points 1d6+3 with your CON,")
    assert option_meanings((ClassId.WARRIOR,), {})[0].startswith("Hit points 1d6+2,")


def test_the_questions_of_creation_carry_the_numbers_so_far():
    """The player's own copy too."""
    there = table()
    there.do(CreateCharacter(ONE, "Edda", BySovereign(ask_feats=True)), *SCORES, "keep", "Sneak", seat=ONE)
    (wanted,) = there.known(ONE).wanted.values()
    assert 0 == wanted.questions[0].numbers["Sneak"]
    assert {"STR", "DEX", "CON", "INT", "WIS"} <= set(wanted.questions[0].numbers)
