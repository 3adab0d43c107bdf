"""The simulator and the table agree on the same dice, compared after every step of every run."""

import pytest

from tests.figures import RUNS, SEED, soak
from tests.foresight.scenarios import ALL, FIGHTS
from undercroft.books.delving import actions, body, hazard
from undercroft.books.hexcrawl import template
from undercroft.books.sovereign import (
    attacks,
    chases,
    checks,
    combat,
    doors,
    encumbrance,
    reactions,
    saves,
    stabilising,
    strain,
    wandering,
)
from undercroft.books.violence import fighting, morale, wounds
from undercroft.foresight import policy
from undercroft.foresight.agreement import STEPS, difference
from undercroft.foresight.order import clock, flight, hoards, people, rounds, supplies, traps, turns
from undercroft.foresight.order import doors as doorways
from undercroft.foresight.prepare import encoded
from undercroft.foresight.scenario import NOT_YET, OFFERED
from undercroft.foresight.twins import Function
from undercroft.server.commands import BY_TAG
from undercroft.table.encounter import reaction
from undercroft.table.state.house_rules import PRESETS


@soak(RUNS)
@pytest.mark.parametrize("name", ALL)
def test_the_table_plays_every_run_alike(name: str) -> None:
    """Dice, time, hit points, Scars, states, armour, foes, light and turns are the same after every step."""
    scenario = ALL[name]
    numbers = encoded(scenario)
    for run in range(RUNS):
        found = difference(scenario, numbers, SEED, run)
        assert found is None, str(found)


def test_every_command_that_is_a_step_exists() -> None:
    """A step that is named for no command would never be compared."""
    assert set() == STEPS.keys() - BY_TAG.keys()


NOBODY_ABLE = (
    ("vaults by Violence", 435),
    ("vaults by Violence", 472),
    ("shut doors by Violence", 572),
    ("shut doors by Violence", 1228),
    ("rooms by Violence", 570),
)
"""Runs in which wanderers come while everybody is unconscious: the first who wakes faces them."""


@pytest.mark.parametrize("name, run", NOBODY_ABLE)
def test_wanderers_that_nobody_can_face_wait_at_both(name: str, run: int) -> None:
    """They come at the time they were rolled for, before the next turn begins; a talk then takes that turn."""
    scenario = ALL[name]
    found = difference(scenario, encoded(scenario), 1, run)
    assert found is None, str(found)


def test_a_turn_lasts_whole_delve_rounds_at_both() -> None:
    """Maud, who is stabilised in a delve round, rises two rounds after its end, and a fight keeps her waiting."""
    scenario = ALL["rooms by Delving"]
    found = difference(scenario, encoded(scenario), 1, 508)
    assert found is None, str(found)


def test_every_preset_offered_is_played() -> None:
    """A preset is offered only where the table has been compared; every other says why it is not."""
    assert {*OFFERED} == {scenario.preset for scenario in ALL.values()}
    assert sorted(PRESETS) == sorted((*OFFERED, *NOT_YET))


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


def test_a_difference_is_shown_with_the_log_before_it() -> None:
    """And with nothing of what came later."""
    scenario = FIGHTS["orcs"]
    differences = (difference(scenario, encoded(scenario), 1, run, {fighting.is_exact: never}) for run in range(30))
    found = next(each for each in differences if each is not None)
    assert found.log[-2:] == ("Maud hits and stuns Orc A (medium melee, rolled 12).", "Orc A takes 3 damage and dies.")


FALLS, LADEN = "home with the first who falls", "home with all they can carry"
LIGHT = "home with light to spare"
WITHDRAWALS: dict[str, tuple[str, Function, Function]] = {
    "nobody counts the fallen": (FALLS, policy.has_lost, never),
    "they always go home": (FALLS, policy.has_lost, always),
    "no light to spare": (LIGHT, policy.way_home, lambda rooms, _light: rooms + 2),
    "they leave treasure and go on": (LADEN, turns._leaves_treasure, never),
    "they go home with empty hands": (LADEN, turns._leaves_treasure, always),
}


FLIGHTS: dict[str, tuple[str, Function, Function]] = {
    "nobody runs": ("running by Violence", policy.flees, never),
    "everybody runs at once": ("running by Violence", policy.flees, always),
    "nobody strikes at those who run": ("running by Sovereign", flight._leave_melee, lambda _w, _s, _i: None),
    "pursuers never catch up": ("running under a load", flight._is_caught, never),
    "all are as fast": ("running under a load", chases.pace, lambda _one, _other: chases.PursuitPace.EVEN),
    "companions help nobody to run": ("running by Sovereign", checks.sway, lambda _modifier: 0),
    "pursuers run alone": ("running in delve rounds", chases.crowding, lambda _one, _other: -9),
    "the front has no aim": ("running under a load", flight._turn_at_bay, people.line_up),
    "they stay where they fled from": ("running from a shut door", flight._falls_back, lambda _w: None),
}
DELVES: dict[str, tuple[str, Function, Function]] = {
    "fatigue takes no damage": ("knights by Delving", body.after_blow, lambda fp, hp, harm: (fp, max(0, hp - harm))),
    "the hazard die is always 1": ("rooms by Delving", hazard.brings_encounter, always),
    "everybody attacks": ("rooms by Delving", reaction.answer_by_delving, lambda _total, _column: 0),
    "nobody takes a breather": ("rooms by Delving", policy.wants_breather, never),
    "a breather gives a point": ("an ambush by Delving", actions.breather, lambda _face, _con, _least: 1),
    "nobody goes beyond their maximum": ("an ambush by Delving", actions.refilled, lambda fp, _gain, _most: fp),
    "delvers walk into traps": ("vaults by Delving", traps.notice_all, lambda w, s: traps.spring(w, s, 0, 0)),
    "a search finds nothing": ("vaults in delve rounds", hoards._find, lambda _w, _t: None),
    "battering is no work": ("shut doors by Delving", doorways.work_on, lambda _w, _s: None),
    "no time for an ambush after the move": ("an ambush by Delving", turns._lasts, never),
}
OVERLOADED: dict[str, tuple[str, Function, Function]] = {
    "nobody eats at a forced rest": ("vaults by the overloaded die", supplies.eat, lambda _w, _s: None),
    "the lights burn on": ("light for one turn", supplies.wane, lambda _w, _s: None),
    "no torch replaces another": ("light for one turn", template.after_relighting, lambda *_: (1, 0, 0)),
    "every find is help": ("shut doors by the overloaded die", template.brings_help, always),
    "omens come to nothing": ("vaults by the overloaded die", clock.drawn, lambda _w, _lines: 0),
}
BY_SOVEREIGN: dict[str, tuple[str, Function, Function]] = {
    "the foes always begin": ("swords by Sovereign", combat.precedence, lambda total, side: (total, 1 - side)),
    "no Shock": ("swords by Sovereign", attacks.shock_damage, lambda _shock, _ac, _most: 0),
    "foes never have enough": ("swords by Sovereign", combat.had_enough, never),
    "nobody is lucky": ("swords by Sovereign", policy.uses_luck, never),
    "the dying cannot be saved": ("dying by Sovereign", stabilising.stabilise_dc, lambda _gone, _kit: 99),
    "no wanderers": ("a site by Sovereign", wandering.check_due, never),
    "creatures always attack": ("rooms by Sovereign", reactions.response, lambda _total, _column, _wins: 0),
    "doors break at once": ("shut doors by Sovereign", doors.batter_turns, lambda *_: 1),
    "traps drop nobody": ("vaults by Sovereign", saves.saves, always),
    "treasure weighs nothing": ("vaults by Sovereign", encumbrance.load_tier, lambda _readied, _stowed: 0),
    "nobody is strained": ("vaults by Sovereign", strain.overstrains, never),
}
WITHDRAWALS |= DELVES | FLIGHTS | OVERLOADED | BY_SOVEREIGN


RUNS_SEEN = 60
"""The runs among which one shows it."""


@pytest.mark.parametrize("name", WITHDRAWALS)
def test_a_simulator_that_delves_withdraws_or_fights_by_its_own_rule_is_found_out(name: str) -> None:
    """Some run loses other points, meets others, or goes home at another time than at the table."""
    played, function, other = WITHDRAWALS[name]
    scenario = ALL[played]
    numbers = encoded(scenario)
    assert any(difference(scenario, numbers, SEED, run, {function: other}) for run in range(RUNS_SEEN))
