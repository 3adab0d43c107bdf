"""The simulator and the table agree on the same dice, compared after every step of every run."""

import pytest

from tests.figures import RUNS, SEED, soak
from tests.foresight.scenarios import ALL, FIGHTS
from undercroft.books.violence import fighting, morale, wounds
from undercroft.foresight import policy
from undercroft.foresight.agreement import difference
from undercroft.foresight.order import rounds, turns
from undercroft.foresight.prepare import encoded
from undercroft.foresight.scenario import OFFERED
from undercroft.foresight.twins import Function


@soak(RUNS)
@pytest.mark.parametrize("name", ALL)
def test_the_table_plays_every_run_alike(name: str) -> None:
    """Dice, time, hit points, Scars, states, armour, foes, light and turns are the same after every step."""
    scenario = ALL[name]
    numbers = encoded(scenario)
    for run in range(RUNS):
        found = difference(scenario, numbers, SEED, run)
        assert found is None, str(found)


def test_every_preset_offered_is_played() -> None:
    """A preset is offered only where the table has been compared."""
    assert {*OFFERED} == {scenario.preset for scenario in ALL.values()}


def never(*_: int) -> bool:
    """A verdict that always says no."""
    return False


def always(*_: int) -> bool:
    """A verdict that always says yes."""
    return True


MUTANTS: dict[str, tuple[Function, Function]] = {
    "exact rolls count for nothing": (fighting.is_exact, never),
    "armour never wears": (fighting.ac_after, lambda _blow, ac: ac),
    "damage is one more": (wounds.harm_of, lambda roll, factor: max(0, roll) * factor + 1),
    "morale is never due": (morale.counts, never),
    "morale is always due": (morale.counts, always),
    "foes break sooner": (morale.morale_number, lambda hd: hd),
    "a round without an end": (rounds.end_round, lambda _w, _s: None),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_a_simulator_with_one_rule_of_its_own_is_found_out(name: str) -> None:
    """Rebinding one verdict, or one step of the order, in the simulator alone breaks the agreement."""
    function, other = MUTANTS[name]
    scenario = FIGHTS["orcs"]
    numbers = encoded(scenario)
    assert any(difference(scenario, numbers, SEED, run, {function: other}) for run in range(30))


FALLS, LADEN = "home with the first who falls", "home with all they can carry"
LIGHT = "home with light to spare"
WITHDRAWALS: dict[str, tuple[str, Function, Function]] = {
    "nobody counts the fallen": (FALLS, policy.has_lost, never),
    "they always go home": (FALLS, policy.has_lost, always),
    "no light to spare": (LIGHT, policy.way_home, lambda rooms, _light: rooms + 2),
    "they leave treasure and go on": (LADEN, turns._leaves_treasure, never),
    "they go home with empty hands": (LADEN, turns._leaves_treasure, always),
}


@pytest.mark.parametrize("name", WITHDRAWALS)
def test_a_simulator_that_withdraws_by_its_own_rule_is_found_out(name: str) -> None:
    """Some run goes home at another time than at the table."""
    played, function, other = WITHDRAWALS[name]
    scenario = ALL[played]
    numbers = encoded(scenario)
    assert any(difference(scenario, numbers, SEED, run, {function: other}) for run in range(12))
