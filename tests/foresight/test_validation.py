"""Runs against exact odds: a duel by the rules' own chances, and a wait by the chance of its checks."""

from fractions import Fraction
from itertools import product
from math import sqrt

import pytest

from tests.figures import RUNS, soak
from undercroft.books.delving.hazard import Danger, DelveRound, hazard_die
from undercroft.books.delving.hazard import RandomEncounter as Hazard
from undercroft.books.hexcrawl.land import Terrain
from undercroft.books.hexcrawl.weather import Climate
from undercroft.books.sovereign.attacks import Attack as Strike
from undercroft.books.sovereign.attacks import Hit as Struck
from undercroft.books.sovereign.attacks import combat_attack
from undercroft.books.sovereign.combat import precedence
from undercroft.books.sovereign.wandering import Encounter, Location, WanderingCheck, wandering_check
from undercroft.books.violence.combat_rounds import After, Fighter, initiative
from undercroft.books.violence.fighting import Attack, EnemyAttack, Hit, attack, enemy_attack
from undercroft.books.violence.timekeeping import RandomEncounter, TurnEnds, turn_encounter
from undercroft.books.violence.units import Turns
from undercroft.foresight import columns as c
from undercroft.foresight import tallies as t
from undercroft.foresight.forecasts.route import Ground, route
from undercroft.foresight.forecasts.route import RouteTravel as Given
from undercroft.foresight.prepare import encoded
from undercroft.foresight.runs import RunTask, has_numba, own_digest, played
from undercroft.foresight.scenario import Delver, Journey, PartyPolicy, Scenario, Wanderers
from undercroft.interpret.odds import of_rule
from undercroft.table.state.house_rules import PRESETS

PLAYED = 1_000_000 if RUNS > 100 and has_numba() else 4000
MOST_ERRORS = 5
"""A sound simulator strays so far from the exact value less than once in a million comparisons."""


def tally(scenario: Scenario) -> list[int]:
    """The tally of many runs."""
    numbers = encoded(scenario)
    task = RunTask(numbers.setup, numbers.start, own_digest())
    return played(task, 2026, 0, PLAYED, plain=PLAYED < 10_000).tally


@soak(RUNS)
def test_a_duel_is_won_as_often_as_the_rules_say() -> None:
    """Two that die at the first hit: the first to hit wins, and initiative says who begins.

    So many Scars let nobody wake in the round of the fall; no roll is bent by them.
    """
    delver = Delver("Ada", hp=1, scars=12, strength=12, dexterity=12, weapon="medium melee")
    found = tally(Scenario(party=(delver,), foes="rat HD 0 AC 0 1d6", policy=PartyPolicy(bend=False)))
    hits = of_rule(attack, Attack(attribute=12, ac=0, scars=0)).chance(lambda end: isinstance(end, Hit))
    bites = of_rule(enemy_attack, EnemyAttack(11, 0)).chance(lambda end: isinstance(end, Hit))
    later = of_rule(initiative, Fighter(scars=0, agility=12)).chance(lambda end: isinstance(end, After))
    first = hits / (1 - (1 - hits) * (1 - bites))
    exact = (1 - later) * first + later * (1 - bites) * first
    assert Fraction(117, 205) == exact
    error = sqrt(float(exact * (1 - exact)) / PLAYED)
    assert abs(found[t.HOME] / PLAYED - float(exact)) < MOST_ERRORS * error


@soak(RUNS)
def test_a_wait_brings_as_many_dice_as_its_checks_say() -> None:
    """Ten turns of Violence with nothing but wind: a check each, and a roll on the table for each that comes."""
    turns = 10
    scenario = Scenario(party=(Delver("Ada"),), wanderers=(Wanderers("wind"), Wanderers("dust")), turns=turns)
    found = tally(scenario)
    comes = of_rule(turn_encounter, TurnEnds(Turns(1))).chance(lambda end: isinstance(end, RandomEncounter))
    exact = turns * (1 + comes)
    error = sqrt(float(turns * comes * (1 - comes)) / PLAYED)
    assert abs(found[t.DICE] / PLAYED - float(exact)) < MOST_ERRORS * error
    assert PLAYED == found[t.TURNS + turns] == found[t.HOME]


@soak(RUNS)
def test_a_duel_by_sovereign_is_won_as_often_as_the_rules_say() -> None:
    """Bare hands against a dog's bite, each deadly at once: the side with the higher die begins, the party on a tie."""
    delver = Delver("Ada", hp=1, weapon="", character_class="expert", skills={"Brawl": 0})
    scenario = Scenario(preset="sovereign", party=(delver,), foes="dog HD 1 AC 12 1d6 hp 1")
    found, setup = tally(scenario), encoded(scenario).setup
    hits, bites = (
        of_rule(combat_attack, Strike(bonus, 0, 0, ac)).chance(lambda end: isinstance(end, Struck))
        for bonus, ac in ((setup[c.SHEETS + c.TO_HIT], 12), (1, setup[c.SHEETS + c.GUARD]))
    )
    begins = Fraction(
        sum(precedence(own, 0) < precedence(theirs, 1) for own, theirs in product(range(8), repeat=2)), 64
    )
    first = hits / (1 - (1 - hits) * (1 - bites))
    exact = begins * first + (1 - begins) * (1 - bites) * first
    assert (Fraction(9, 20), Fraction(3, 5), Fraction(9, 16)) == (hits, bites, begins)
    error = sqrt(float(exact * (1 - exact)) / PLAYED)
    assert abs(found[t.HOME] / PLAYED - float(exact)) < MOST_ERRORS * error


WAITS = {
    "delving": (10, of_rule(hazard_die, DelveRound(Danger.RISKY)).chance(lambda end: isinstance(end, Hazard))),
    "undercroft": (5, of_rule(wandering_check, WanderingCheck()).chance(lambda end: isinstance(end, Encounter))),
    "sovereign": (5, of_rule(wandering_check, WanderingCheck()).chance(lambda end: isinstance(end, Encounter))),
}
"""The checks of ten turns, and the chance of each."""


@soak(RUNS)
@pytest.mark.parametrize("preset", WAITS)
def test_a_wait_by_other_clocks_brings_as_many_dice_as_its_checks_say(preset: str) -> None:
    """Ten delve rounds with a hazard die each; ten turns of an organised place by Sovereign, a check every other."""
    checks, comes = WAITS[preset]
    scenario = Scenario(
        preset=preset, party=(Delver("Ada"),), wanderers=(Wanderers("wind"), Wanderers("dust")), turns=10,
        danger=Danger.RISKY, location=Location.UNALERT_ORGANIZED,
    )  # fmt: skip
    found = tally(scenario)
    error = sqrt(float(checks * comes * (1 - comes)) / PLAYED)
    assert abs(found[t.DICE] / PLAYED - float(checks * (1 + comes))) < MOST_ERRORS * error
    assert PLAYED == found[t.HOME]


@soak(RUNS)
def test_a_journey_arrives_on_each_day_as_often_as_the_route_s_forecast_says() -> None:
    """Hills and forest in changing weather, supplies for one meal, then foraging: days, weather and points agree."""
    way = ("0102", "0103", "0104", "0105")
    terrains = Terrain.PLAINS, Terrain.HILLS, Terrain.FOREST, Terrain.MARSH, Terrain.PLAINS
    ground = dict(zip(("0101", *way), terrains, strict=True))
    trip = Journey(ground, "0101", "0105", days=6, climate=Climate.COLD)
    found = tally(Scenario(preset="hexcrawl", party=(Delver("Ada", count=3, rations=1, water=1),), journey=trip))
    hexes = tuple(Ground(ground[hex]) for hex in way)
    given = Given(hexes=hexes, days=6, climate=Climate.COLD, people=3, rations=3, water=3)
    exact, before = route(given, PRESETS["hexcrawl"]), Fraction(0)
    assert exact.unexplored < Fraction(1, 10**9)
    for row in exact.rows:
        assert isinstance(row.label, int)
        chance = float(row.chance - before)
        before = row.chance
        arrived = found[t.TURNS + row.label]
        if row.label == trip.days:
            arrived -= PLAYED - found[t.HOME] - found[t.TURNS + trip.days + 1]
        error = sqrt(chance * (1 - chance) / PLAYED)
        assert abs(arrived / PLAYED - chance) <= MOST_ERRORS * error, (row.label, arrived / PLAYED, chance)
