"""What each choice of a new character means, by the numbers so far."""

from fractions import Fraction

from tests.table.characters.test_characters import SCORES
from tests.table.newcomers import table
from tests.table.small_site import ONE
from undercroft.books.sovereign.classes import ClassId
from undercroft.table.characters.characters import CreateCharacter
from undercroft.table.characters.creation_methods import BySovereign
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


def test_a_value_of_delving_shows_its_check_and_what_it_makes_of_the_body():
    """+2 reaches 15 on 13 or more, 8 of 20; with STR +1 it makes fatigue 1 + 1 + 2 and health 5 + 2."""
    numbers = {"str": 1, "+2": 2, "-1": -1}
    assert Raise("Check against 15", Fraction(8, 20), Fraction(8, 20)) == raise_of("+2", numbers)
    good, bad = option_meanings(("+2", "-1"), numbers, "CON")
    assert good.startswith("health 7, fatigue 4 so far")
    assert bad.startswith("health 4, fatigue 2 so far")


def test_a_raise_of_delving_shows_its_check_before_and_after():
    """From +1, 7 of 20, to +2, 8 of 20."""
    numbers = {"str": 1, "dex": 0, "con": 0, "int": 0, "wis": 0, "cha": -1}
    assert Raise("Check against 15", Fraction(7, 20), Fraction(8, 20)) == raise_of("str", numbers)
    assert option_meanings(("str",), numbers)[0].startswith("+1 to +2, health 5, fatigue 3")


def test_a_swap_of_violence_shows_the_scores_and_the_health_that_follow():
    """Half of Brawn is added to health."""
    rolled = {"Agility": 9, "Brawn": 12, "Cunning": 6}
    keep, swap = option_meanings(("keep", "agility_brawn"), rolled)
    assert "Agility 9, Brawn 12, Cunning 6; health 1d6+6" == keep
    assert "Agility 12, Brawn 9, Cunning 6; health 1d6+4" == swap
