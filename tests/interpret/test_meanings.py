"""What each face of the next throw would bring, and how likely that is, exactly."""

from fractions import Fraction

import pytest

from undercroft.books import RULES
from undercroft.interpret.answer_meanings import Meaning, chance, meanings
from undercroft.kernel import wire
from undercroft.kernel.faults import OddsTooWide
from undercroft.kernel.rules import Given
from undercroft.table.engine.plain_dice import Plain, plain_dice


def _given(rule: str, **situation: object) -> Given:
    given: Given = wire.from_plain(RULES[rule].given, situation)
    return given


def _lines(found: tuple[Meaning, ...]) -> list[tuple[int, int, str, Fraction]]:
    return [(each.low, each.high, each.kind, each.chance) for each in found]


def test_faces_that_end_alike_stand_together():
    """A risky delve round: one face of twelve brings someone."""
    found = meanings(RULES["delving.hazard-die"], _given("delving.hazard-die", danger="risky"))

    expected = [(1, 1, "random_encounter", Fraction(1, 12)), (2, 12, "nothing", Fraction(11, 12))]
    assert expected == _lines(found)


def test_several_dice_are_read_by_their_total():
    """A skill check with +1 against 10: 9 and more of 2d6 are 10 ways of 36."""
    rule = "sovereign.check.skill"
    given = _given(rule, attr_mod=0, skill=1, dc=10)

    found = meanings(RULES[rule], given)

    expected = [(2, 8, "failure", Fraction(13, 18)), (9, 12, "success", Fraction(5, 18))]
    assert expected == _lines(found)


def test_a_person_who_may_bend_the_dice_afterwards_leaves_them():
    """An attack with Scars ends, face by face, as it would without choosing."""
    given = _given("violence.attack", attribute=12, ac=4, scars=1)

    found = meanings(RULES["violence.attack"], given)

    assert 1 == sum(each.chance for each in found)
    assert Fraction(1, 20) == next(each.chance for each in found if each.low == each.high == 12)


def test_numbers_alone_mean_nothing_at_a_glance():
    """Damage is its own total."""
    assert () == meanings(plain_dice, Plain("1d8", "damage"))


def test_the_chance_counts_what_was_thrown_already():
    """After the die that hits, the rest of the rule decides; after one that misses, nothing does."""
    rule, given = RULES["delving.hazard-die"], _given("delving.hazard-die", danger="risky")

    met = [chance(rule, given, so_far, lambda one: one.kind == "random_encounter") for so_far in ((), ((1,),), ((2,),))]

    assert [Fraction(1, 12), Fraction(1), Fraction(0)] == met


def test_too_many_ends_are_refused():
    """What cannot be followed is not guessed at."""
    with pytest.raises(OddsTooWide):
        chance(plain_dice, Plain("1d6000", "anything"), (), lambda _: True)
