"""Digging: the best team, and what a hole costs."""

from fractions import Fraction

import pytest

from undercroft.books.neverwhere.digging import (
    Digger,
    Gang,
    GangRate,
    LoneDigger,
    Material,
    Rate,
    Role,
    Tools,
    dig_rate,
    dig_team,
)
from undercroft.books.neverwhere.working_hours import PartHours, worked
from undercroft.kernel.script import Script


def team_rate(*roles: Role) -> Fraction:
    """Litres an hour in ordinary soil, Basic Lift 10 each."""
    hands = tuple((Fraction(10), role, Tools.METAL) for role in roles)
    outcome = dig_team(Script(), Gang(diggers=hands, material=Material.ORDINARY))
    return outcome.rate if isinstance(outcome, GangRate) else Fraction(0)


def test_one_pick_and_two_shovels_are_the_best_three() -> None:
    """As the text says: no other three do as well in ordinary soil."""
    roles = tuple(Role)
    teams = [(a, b, c) for a in roles for b in roles for c in roles]
    best = max(teams, key=lambda team: team_rate(*team))
    assert (Role.BREAK, Role.SHOVEL, Role.SHOVEL) == tuple(sorted(best, key=roles.index))
    assert [sorted(best)] * 3 == [sorted(team) for team in teams if team_rate(*team) == team_rate(*best)]


@pytest.mark.parametrize("material, by_turns", [(Material.ORDINARY, 20), (Material.HARD_ROCK, Fraction(15, 2))])
def test_turns_without_loss_take_both_times_in_a_row(material: Material, by_turns: Fraction) -> None:
    """A litre takes its breaking and its shovelling time: 1/60 + 1/30 = 1/20 hours, or 1/15 + 1/15 = 2/15."""
    hours = [1 / rate(material, role) for role in (Role.BREAK, Role.SHOVEL)]
    assert by_turns == 1 / sum(hours) == rate(material, Role.ALONE_BOTH, LoneDigger.BY_TURNS)


def test_harder_rock_takes_the_breaking_longer() -> None:
    """Alone by turns, rock three times as hard: 3/15 + 1/15 hours a litre."""
    assert 1 / (Fraction(3, 15) + Fraction(1, 15)) == rate(
        Material.HARD_ROCK, Role.ALONE_BOTH, LoneDigger.BY_TURNS, Fraction(3)
    )


def rate(
    material: Material,
    role: Role,
    lone_digger: LoneDigger = LoneDigger.SWITCHING_LOSS,
    hardness: Fraction = Fraction(1),
) -> Fraction:
    """Litres an hour for one kilogram of Basic Lift."""
    outcome = dig_rate(
        Script(),
        Digger(
            bl=Fraction(1),
            material=material,
            role=role,
            quality=Tools.METAL,
            hardness_divisor=hardness,
            has_pick=True,
            lone_digger=lone_digger,
        ),
    )
    assert isinstance(outcome, Rate)
    return outcome.litres_per_hour


@pytest.mark.parametrize("hours", [Fraction(1, 3), Fraction(5, 2), Fraction(4), Fraction(13, 3)])
def test_part_hours_lie_in_order(hours: Fraction) -> None:
    """Full hours cost no more than the exact time, which costs no more than begun hours; whole hours cost the same."""
    costs = [worked(hours, 3, part) for part in (PartHours.FULL, PartHours.EXACT, PartHours.BEGUN)]
    assert sorted(costs) == costs
    assert (hours.denominator == 1) == (len(set(costs)) == 1)
