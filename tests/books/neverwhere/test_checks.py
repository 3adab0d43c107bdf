"""The check: exact odds, and what the criticals do at the ends."""

from fractions import Fraction

import pytest

from undercroft.books.neverwhere.checks import (
    Check,
    CriticalFailure,
    CriticalSuccess,
    Demand,
    Failure,
    Grade,
    Success,
    Task,
    Tie,
    check,
    generic_task,
    graded,
)
from undercroft.interpret.odds import of_rule

NONE = Fraction(0)


def chances(given: Check) -> tuple[Fraction, ...]:
    """Critical success, success, failure, critical failure."""
    odds = of_rule(check, given).by(type)
    return tuple(odds.get(kind, NONE) for kind in (CriticalSuccess, Success, Failure, CriticalFailure))


def test_an_even_match_fails_one_face_more_than_it_succeeds() -> None:
    """Skill 0 against 10: 11 to 19 succeed (9 faces), 2 to 10 fail (9), and one critical at each end."""
    expected = Fraction(1, 20), Fraction(9, 20), Fraction(9, 20), Fraction(1, 20)
    assert expected == chances(Check(skill=Fraction(0)))


def test_a_tie_that_succeeds_moves_one_face() -> None:
    """The 10 changes sides: 10 faces succeed plainly, 8 fail."""
    expected = Fraction(1, 20), Fraction(10, 20), Fraction(8, 20), Fraction(1, 20)
    assert expected == chances(Check(skill=Fraction(0), sn_tie=Tie.SUCCEEDS))


def test_half_a_point_makes_ties_impossible() -> None:
    """Skill 1/2 against 10: 10 to 19 succeed whatever a tie is worth, since no total is 10."""
    by_tie = [chances(Check(skill=Fraction(1, 2), sn_tie=tie)) for tie in Tie]
    assert by_tie == [(Fraction(1, 20), Fraction(10, 20), Fraction(8, 20), Fraction(1, 20))] * 2


def test_the_hopeless_have_no_luck() -> None:
    """25 above the skill: no face succeeds, the 20 fails plainly and says why, the 1 stays critical."""
    given = Check(skill=Fraction(0), sn=25)
    assert (NONE, NONE, Fraction(19, 20), Fraction(1, 20)) == chances(given)
    assert Fraction(1, 20) == of_rule(check, given).chance(lambda end: isinstance(end, Failure) and end.impossible)


def test_the_safe_cannot_fail() -> None:
    """20 above the number: the 1 succeeds plainly, and every other face with it."""
    assert (Fraction(1, 20), Fraction(19, 20), NONE, NONE) == chances(Check(skill=Fraction(30)))


def test_taking_ten_is_certain() -> None:
    """Without a die there is one outcome."""
    odds = of_rule(check, Check(skill=Fraction(1), take_ten=True))
    assert {Success(Fraction(11), Fraction(1)): Fraction(1)} == dict(odds)


@pytest.mark.parametrize(
    "face, skill, sn, tie_succeeds, expected",
    [
        (20, -15, 10, False, Grade.FAILURE),
        (20, -14, 10, False, Grade.CRITICAL_SUCCESS),
        (1, 30, 10, False, Grade.SUCCESS),
        (1, 29, 10, False, Grade.CRITICAL_FAILURE),
        (10, 0, 10, False, Grade.FAILURE),
        (10, 0, 10, True, Grade.SUCCESS),
        (9, 0, 10, True, Grade.FAILURE),
        (11, 0, 10, False, Grade.SUCCESS),
    ],
)
def test_bounds_of_the_verdict(face: int, skill: int, sn: int, tie_succeeds: bool, expected: Grade) -> None:
    """Each bound on its two sides."""
    assert expected == graded(face, skill, sn, tie_succeeds)


@pytest.mark.parametrize("face", range(1, 21))
def test_parts_do_not_change_a_verdict(face: int) -> None:
    """A whole skill counted in thirds of a point is judged as before."""
    for skill in (-20, -3, 0, 7, 30):
        assert graded(face, skill, 10, False) == graded(face, 3 * skill, 10, False, 3)


def test_a_task_goes_by_its_own_modifier() -> None:
    """Precision with Dex +3 succeeds on 8 to 20: 13 faces; the other scores do not matter."""
    task = Task(kind=Demand.PRECISION, dex_mod=3, str_mod=-9, vit_mod=9)
    works = of_rule(generic_task, task).chance(lambda end: isinstance(end, Success | CriticalSuccess))
    assert Fraction(13, 20) == works
