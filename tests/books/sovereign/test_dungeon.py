from fractions import Fraction

import pytest

from undercroft.books.sovereign.doors import BatteredDown, Battering, Lock, LockHolds, Material, door_batter, door_pick
from undercroft.books.sovereign.dungeon import ExplorationTurn, TurnSpent, dungeon_loop
from undercroft.books.sovereign.dungeon_time import Burning, Light, Lit, Out, light_burn, turns_left
from undercroft.books.sovereign.reactions import Column, Reacting, Runs, Strengths, reaction_could_win, reaction_roll
from undercroft.books.sovereign.surprise import Arriving, InCorridor, Surroundings, encounter_arrival
from undercroft.books.sovereign.units import TURN, Turns
from undercroft.books.sovereign.wandering import (
    INTERVALS,
    Encounter,
    FirstCheck,
    WanderingCheck,
    check_due,
    wandering_check,
)
from undercroft.interpret.odds import of_rule
from undercroft.kernel.frozen import FrozenMap
from undercroft.kernel.script import Script
from undercroft.kernel.units import Feet, Seconds


def turn(
    number: int,
    counter: int,
    interval: int | None,
    first_check: FirstCheck = FirstCheck.NTH,
    *,
    battering: bool = False,
) -> ExplorationTurn:
    """An exploration turn of which only the checks matter."""
    return ExplorationTurn(
        turn_number=number,
        turns_since_check=counter,
        interval=None if interval is None else Turns(interval),
        declared=FrozenMap(),
        clock=Seconds(number * TURN),
        battering=battering,
        first_check=first_check,
    )


def quiet_chance(turns: int, interval: int | None, first_check: FirstCheck = FirstCheck.NTH) -> Fraction:
    """The chance that nothing comes in so many turns from the entrance."""
    chance, counter = Fraction(1), 0
    for number in range(turns):
        odds = of_rule(dungeon_loop, turn(number, counter, interval, first_check))
        chance *= odds.chance(lambda spent: isinstance(spent, TurnSpent) and not spent.encounter)
        counter = next(spent.turns_since_check for spent in odds if isinstance(spent, TurnSpent))
    return chance


def test_one_check_in_six_brings_something():
    """One face of the d6."""
    assert Fraction(1, 6) == of_rule(wandering_check, WanderingCheck())[Encounter()]


@pytest.mark.parametrize("interval, checks", [(1, 6), (2, 3), (3, 2), (4, 1), (6, 1), (None, 0)])
def test_an_hour_has_six_turns_over_the_interval_checks(interval, checks):
    """Six turns hold 6 // interval checks, each quiet on five faces of six."""
    assert Fraction(5, 6) ** checks == quiet_chance(6, interval)


@pytest.mark.parametrize("interval, checks", [(1, 6), (2, 3), (3, 2), (4, 2), (6, 1), (None, 0)])
def test_a_check_on_the_first_turn_shifts_the_others(interval, checks):
    """Checks on turns 1, 1 + interval, and so on: with an interval of 4 the second falls within the hour."""
    assert Fraction(5, 6) ** checks == quiet_chance(6, interval, FirstCheck.FIRST)


def test_battering_on_a_turn_with_a_check_throws_two_dice():
    """Two independent dice: 25/36 quiet, 1/36 both, 5/36 each alone."""
    odds = of_rule(dungeon_loop, turn(5, 2, 3, battering=True)).by(
        lambda spent: isinstance(spent, TurnSpent) and (spent.encounter, spent.noise_encounter)
    )

    assert {
        (False, False): Fraction(25, 36),
        (True, False): Fraction(5, 36),
        (False, True): Fraction(5, 36),
        (True, True): Fraction(1, 36),
    } == dict(odds)


def test_no_place_is_checked_for_when_it_has_no_interval():
    """An interval of 0 stands for none, however long ago the last check was, first turn or not."""
    assert not any(check_due(counter, 0, at_once) for counter in (1, 7, 1000) for at_once in (False, True))


def test_the_better_defended_the_more_often():
    """The kinds of places are listed from the most to the least dangerous."""
    checked = [interval for interval in INTERVALS.values() if interval is not None]

    assert sorted(checked) == checked
    assert len(INTERVALS) - 1 == len(checked)


def test_a_light_never_burns_less_than_nothing():
    """A torch counted on too long is out, not in debt."""
    assert [6, 1, 0, 0] == [turns_left(6, used) for used in (0, 5, 6, 99)]


def test_seven_turns_in_an_undefended_site():
    """Checks fall due on turns 3 and 6, and each turn of battering, from the fourth on, adds a die of its own."""
    dice = {3: (1,), 4: (4,), 5: (2,), 6: (3, 6), 7: (5,)}
    counter, met, clocks = 0, list[int](), list[int]()
    for number in range(1, 8):
        script = Script(dice.get(number, ()))
        spent = dungeon_loop(script, turn(number - 1, counter, 3, battering=number >= 4))
        assert isinstance(spent, TurnSpent)
        assert len(script.answers) == script.asked
        counter = spent.turns_since_check
        clocks.append(spent.clock)
        met += [number] if spent.encounter or spent.noise_encounter else []

    assert [3] == met
    assert [600, 1200, 1800, 2400, 3000, 3600, 4200] == clocks


def test_what_happened_in_those_turns():
    """A lock that holds, an encounter that ends in flight, a door that takes four turns, a torch that lasts six."""
    assert LockHolds(9, 2) == door_pick(Script((7,)), Lock(mod=2, has_tools=True, level=1))
    assert InCorridor(Feet(50)) == encounter_arrival(Script((5,)), Arriving(place=Surroundings.CORRIDOR))
    sure = reaction_could_win(Script(), Strengths(npc_hd_total=Fraction(4), party_hd_total=Fraction(8))).could_win
    assert Runs(5) == reaction_roll(Script((5,)), Reacting(column=Column.TALK, could_win=sure))
    assert BatteredDown(Turns(4), 4) == door_batter(Script(), Battering(material=Material.WOOD, str_mod=1, exert=1))
    assert Lit(Turns(1)) == light_burn(Script(), Burning(kind=Light.TORCH, turns_used=5))
    assert Out() == light_burn(Script(), Burning(kind=Light.TORCH, turns_used=6))
