"""First aid, once and for a turn."""

from collections import Counter
from fractions import Fraction

import pytest

from undercroft.books.sovereign.healing import (
    Aid,
    AidRefused,
    AidTurn,
    Patched,
    PatchedUp,
    first_aid,
    first_aid_turn,
    in_the_morning,
    sure_applications,
)
from undercroft.books.sovereign.units import HitPoints, Strain
from undercroft.interpret.odds import of_rule


def test_one_minute():
    """Heal-1 on 3 hit points of 12: each of 5 to 10 once in six."""
    odds = of_rule(first_aid, Aid(1, has_kit=True, hp=3, hp_max=12, strain=2, strain_max=11))
    assert {Patched(HitPoints(hp), Strain(3)): Fraction(1, 6) for hp in range(5, 11)} == dict(odds)


def test_hit_points_stop_at_the_maximum():
    """Two points missing and Heal-1: even a 1 heals both."""
    odds = of_rule(first_aid, Aid(1, has_kit=True, hp=10, hp_max=12, strain=0, strain_max=11))
    assert {Patched(HitPoints(12), Strain(1)): Fraction(1)} == dict(odds)


def test_a_turn_stops_when_the_patient_is_whole():
    """Three points missing, Heal-0: one die does it in 4 of 6, a 2 or a 1 and more in 11 of 36, two ones in 1 of 36."""
    odds = of_rule(first_aid_turn, AidTurn(0, hp=7, hp_max=10, strain=0, strain_max=11, applications=5))
    expected = {1: Fraction(24, 36), 2: Fraction(11, 36), 3: Fraction(1, 36)}
    assert {PatchedUp(HitPoints(10), Strain(times), times): chance for times, chance in expected.items()} == dict(odds)


@pytest.mark.parametrize(
    "turn",
    [
        AidTurn(0, hp=2, hp_max=20, strain=0, strain_max=11, applications=5),
        AidTurn(2, hp=1, hp_max=16, strain=3, strain_max=7, applications=9),
        AidTurn(-1, hp=4, hp_max=9, strain=0, strain_max=18, applications=6),
        AidTurn(1, hp=4, hp_max=15, strain=10, strain_max=11, applications=4),
        AidTurn(0, hp=2, hp_max=40, strain=0, strain_max=18, applications=18),
    ],
)
def test_a_turn_is_first_aid_again_and_again(turn):
    """Its odds are those of first aid, followed by hand from one application to the next."""
    states = Counter({(turn.hp, turn.strain, 0): Fraction(1)})
    for _ in range(turn.applications):
        states = _once_more(turn, states)
    expected = {PatchedUp(HitPoints(hp), Strain(strain), done): odds for (hp, strain, done), odds in states.items()}
    odds = of_rule(first_aid_turn, turn)
    assert expected == dict(odds)
    assert not odds.unexplored


def _once_more(turn, states):
    after: Counter[tuple[int, int, int]] = Counter()
    for (hp, strain, done), chance in states.items():
        aid = Aid(turn.heal, has_kit=True, hp=hp, hp_max=turn.hp_max, strain=strain, strain_max=turn.strain_max)
        for outcome, part in of_rule(first_aid, aid).items():
            match outcome:
                case Patched():
                    after[outcome.hp, outcome.strain, done + 1] += chance * part
                case AidRefused():
                    after[hp, strain, done] += chance * part
    return after


def test_what_is_applied_for_sure():
    """Even sixes leave something to heal before the last, and no more is given than is wanted."""
    assert [0, 1, 1, 2, 3] == [sure_applications(missing, 9, 0) for missing in (0, 1, 6, 7, 13)]
    assert [2, 0] == [sure_applications(30, 2, 0), sure_applications(30, 0, 0)]


def test_mornings():
    """As many points as levels, up to the maximum."""
    assert [7, 15] == [in_the_morning(4, 15, 3), in_the_morning(14, 15, 3)]
