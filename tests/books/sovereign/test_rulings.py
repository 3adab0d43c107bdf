"""Core Gameplay Loop: exact odds of what the referee rules."""

from fractions import Fraction

import pytest

from undercroft.books.sovereign.gameplay_loop import Action, Resolved, Result, Ruling, conversation
from undercroft.books.sovereign.narrative import (
    Found,
    Pit,
    Plan,
    TrapTriggered,
    VagueSearch,
    search_unspecified,
    spiked_pit,
)
from undercroft.books.sovereign.rulings import (
    Percentage,
    Reply,
    Succeeded,
    XInY,
    chance_percent,
    chance_x_in_y,
    low_enough,
)
from undercroft.interpret.odds import of_rule


@pytest.mark.parametrize("x, y", [(0, 6), (1, 6), (5, 6), (6, 6), (3, 20), (45, 100)])
def test_x_in_y_is_what_it_says(x, y):
    """The low faces succeed, so the chance is the one that was named."""
    assert Fraction(x, y) == of_rule(chance_x_in_y, XInY(x, y)).chance(lambda end: isinstance(end, Succeeded))


@pytest.mark.parametrize("percent", [0, 1, 45, 100])
def test_a_percentage_is_what_it_says(percent):
    """45 % on faces 1 to 100 is 45 faces."""
    odds = of_rule(chance_percent, Percentage(percent))
    assert Fraction(percent, 100) == odds.chance(lambda end: isinstance(end, Succeeded))


def test_low_enough_includes_the_number_itself():
    """1 in 6 is a 1, not less than a 1."""
    assert [True, True, False] == [low_enough(face, 2) for face in (1, 2, 3)]


def test_the_conversation_ends_in_a_plain_check():
    """DC 8 at +1 needs 7 on 2d6: 21 of 36."""
    odds = of_rule(conversation, Action(Ruling(dc=8, mod=1), Reply.ACCEPT))
    assert {Resolved(Result.SUCCESS): Fraction(21, 36), Resolved(Result.FAILURE): Fraction(15, 36)} == dict(odds)


def test_a_leap_over_the_pit():
    """DC 8 at +0 needs an 8: 15 of 36. Falling, 3d6 come to 3 in one of 216."""
    odds = of_rule(spiked_pit, Pit(Plan.LEAP, 0))
    assert Fraction(15, 36) == odds.chance(lambda end: end.__struct_config__.tag == "across")
    assert Fraction(21, 36) / 216 == odds.chance(lambda end: getattr(end, "damage", None) == 3)


def test_filling_the_pit_is_certain():
    """The better plan has no dice at all."""
    assert 1 == len(of_rule(spiked_pit, Pit(Plan.FILL, -3)))


def test_a_vague_search_in_a_trapped_room():
    """DC 10 at +1 needs a 9: 10 of 36; all else springs the trap."""
    odds = of_rule(search_unspecified, VagueSearch(mod=1, touch_trap=True))
    assert Fraction(10, 36) == odds[Found()]
    assert Fraction(26, 36) == odds[TrapTriggered()]
