"""Hiking: the roll for a fifth more, and what becomes of Move."""

from fractions import Fraction

import pytest

from undercroft.books.neverwhere.checks import Tie
from undercroft.books.neverwhere.encumbrance import laden_move, move_factor
from undercroft.books.neverwhere.hiking import (
    HIKE_BONUS,
    AllFarther,
    Band,
    Farther,
    Hiker,
    halved,
    hike_group_roll,
    hike_roll,
    marched,
)
from undercroft.interpret.odds import of_rule


@pytest.mark.parametrize(
    "survival, vit_mod, penalty, expected",
    [
        (3, 0, 0, Fraction(13, 20)),  # 8 to 20
        (3, 0, 2, Fraction(11, 20)),  # 10 to 20
        (-1, 4, 0, Fraction(12, 20)),  # Vit minus two: 9 to 20
        (-20, -10, 0, Fraction(1, 20)),  # only a 20
        (-20, -13, 0, Fraction(0)),  # 25 short: not even that
    ],
)
def test_odds_of_a_fifth_more(survival: int, vit_mod: int, penalty: int, expected: Fraction) -> None:
    """The better of Survival under its penalty and Vit minus two, against 10."""
    odds = of_rule(hike_roll, Hiker(survival=survival, vit_mod=vit_mod, penalty=penalty))
    assert expected == odds.chance(lambda end: isinstance(end, Farther))


def test_a_group_rolls_its_exact_average() -> None:
    """4 and 1 make 5/2: 8 to 20 beat 10, ties or not; 4, 2 and 0 make 2: 9 to 20, or 8 with ties."""
    half = [chance_of((4, 1), tie) for tie in Tie]
    whole = [chance_of((4, 2, 0), tie) for tie in Tie]
    assert [Fraction(13, 20), Fraction(13, 20)] == half
    assert [Fraction(12, 20), Fraction(13, 20)] == whole


def chance_of(levels: tuple[int, ...], tie: Tie) -> Fraction:
    """The chance that the group marches farther."""
    return of_rule(hike_group_roll, Band(survival_levels=levels, sn_tie=tie))[AllFarther(HIKE_BONUS)]


def test_loads_round_down_and_halves_up() -> None:
    """Rounded Move is never more than exact under a load, never less than exact when halved."""
    for move in range(1, 31):
        for index in range(5):
            assert 0 <= move * move_factor(index) - laden_move(move, 1, index) < 1
        for times in range(4):
            assert 0 <= halved(move, times) - Fraction(move, 2**times) < 1


def test_half_a_metre_of_move_is_cut_off_with_the_load() -> None:
    """13/2 under a light load is 26/5, so 5."""
    assert laden_move(13, 2, 1) == 5


def test_a_march_is_exact() -> None:
    """20 km times 11/2, times 13/10, times 1/5 of 1/2: 143/10."""
    assert Fraction(143, 10) == marched(Fraction(11, 2), Fraction(3, 10), Fraction(1, 10))
