"""The bridge's worked examples, as case files under the names of its entries."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import asdict

from tests.casefile import Case, read
from tests.conformance.shelf import CASES
from undercroft.books.delving.encounters import Behaviour, Cordial, Neutral, Violent, Wary
from undercroft.books.hexcrawl.land import Road, Terrain, Weather
from undercroft.books.neverwhere.battle import battle_fatigue
from undercroft.books.neverwhere.checks import check
from undercroft.books.neverwhere.rounds import ROUND
from undercroft.books.sovereign.units import ROUND as COMBAT_ROUND
from undercroft.books.violence.checks import Edge, attribute_check
from undercroft.interpret.ask import settle_typed
from undercroft.interpret.worked_cases import fields, plain
from undercroft.kernel.faults import BadInput
from undercroft.kernel.rules import AnyRule
from undercroft.kernel.script import Script
from undercroft.kernel.strict import checked
from undercroft.kernel.units import Seconds
from undercroft.table import bridge
from undercroft.table.bridge import roads, rules_between_books, time_units
from undercroft.table.bridge.rules_between_books import reacts
from undercroft.table.state.house_rules import Fatigue
from undercroft.table.state.ids import PersonId
from undercroft.table.state.people import Person, Sheet
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import Clock
from undercroft.table.world import light

RULES: Mapping[str, AnyRule] = {
    rule.id: rule
    for rule in (rules_between_books.clue_check, rules_between_books.lost, rules_between_books.stats_to_violence)
}
ENGINES: Mapping[str, AnyRule] = {"neverwhere": check, "violence": attribute_check}


def _person(**sheet: Any) -> Person:
    return Person(PersonId("maud"), "Maud", REFEREE, sheet=Sheet(**sheet))


def _convert(amount, unit, nw_round=ROUND):
    return {"seconds": time_units.seconds(amount, time_units.Unit(unit), nw_round)}


def _constitution(constitution):
    delver = _person(constitution=constitution)
    return {"con": bridge.ability(delver, bridge.Ability.CON), "run_limit": bridge.run_limit(delver)}


def _fp_max(level, str_mod, dex_mod, con_mod):
    delver = _person(level=level, overrides={"str_mod": str_mod, "dex_mod": dex_mod, "con_mod": con_mod})
    return {"fp_max": bridge.fatigue_max(delver, Fatigue.DELVING)}


def _reaction(attitude, frightened=False):
    outcomes: dict[str, Violent | Wary | Neutral | Cordial] = {
        "violent": Violent(2, Behaviour.FLEE if frightened else Behaviour.ATTACK),
        "wary": Wary(7, Seconds(6)),
        "neutral": Neutral(10),
        "cordial": Cordial(12),
    }
    found = reacts(outcomes[attitude])
    return {"result": found.response, "reroll_in_s": found.again_in}


def _light(kind, seconds_lit):
    left = light.burns_on(kind, seconds_lit)
    return {"outcome": "lit", "radius_ft": light.reach(kind), "seconds_left": left} if left else {"outcome": "out"}


def _fight(mode, combat_rounds, round_s=COMBAT_ROUND):
    return {"seconds": time_units.fight_time(Clock(mode), combat_rounds, round_s)}


def _travel(tp_spent, tp_max):
    return {"hours": time_units.travel_hours(Fraction(tp_spent), Fraction(tp_max))}


def _way(terrain="plains", road="none", weather="clear", deep_canopy=False):
    way = roads.hiking_ground(Terrain(terrain), Road(road), Weather(weather), deep_canopy=deep_canopy)
    return {"ground": way.ground, "road": way.road, "rain": way.rain, "snow": way.snow}


def _to_neverwhere(agility, brawn, cunning, vit=None):
    """Vit has no counterpart in Violence: it is Brawn unless it is given."""
    constitution = brawn if vit is None else vit
    sheet = _person(strength=brawn, dexterity=agility, intelligence=cunning, constitution=constitution)
    found = bridge.neverwhere(sheet)
    return {**asdict(found), "fp": found.fp_max, "bl": found.basic_lift}


def _armour(violence_ac, re):
    return {"nw_ac": bridge.neverwhere_ac(violence_ac, Fraction(re))}


def _fatigue(violence_rounds, level_index, fought=True):
    given = time_units.battle(
        violence_rounds, level_index, hot=False, heavy_clothing=False, attacked=fought, was_targeted=False
    )
    return {**fields(battle_fatigue(Script(), given)), "rounds": given.rounds}


FUNCTIONS: Mapping[str, Callable[..., dict[str, Any]]] = {
    "bridge.clock.convert": _convert,
    "bridge.constitution": _constitution,
    "bridge.fp.max": _fp_max,
    "bridge.reaction.map": _reaction,
    "bridge.light": _light,
    "bridge.fight-time": _fight,
    "bridge.travel-day-clock": _travel,
    "bridge.terrain-map": _way,
    "bridge.stats-to-neverwhere": _to_neverwhere,
    "bridge.armour-map": _armour,
    "bridge.fatigue": _fatigue,
}


def _cases(*names: str) -> list[Any]:
    return [
        pytest.param(name, case, id=f"{name}:{case.line}") for name in names for case in read(CASES / f"{name}.cases")
    ]


@pytest.mark.parametrize("name, case", _cases(*FUNCTIONS))
def test_function(name: str, case: Case) -> None:
    """The function gives these numbers, or refuses the input."""
    if case.expect is None:
        with pytest.raises(BadInput):
            FUNCTIONS[name](**case.given)
        return
    found = FUNCTIONS[name](**case.given)
    assert {key: plain(value) for key, value in case.expect.items()} == {key: plain(found[key]) for key in case.expect}


@pytest.mark.parametrize("name, case", _cases(*RULES))
def test_rule(name: str, case: Case) -> None:
    """The rule asks for exactly these dice and comes to this end, or refuses the input."""
    rule = RULES[name]
    if case.expect is None:
        with pytest.raises(BadInput):
            settle_typed(rule, checked(rule.given, case.given), case.dice)
        return
    found = fields(settle_typed(rule, checked(rule.given, case.given), case.dice).outcome)
    assert case.expect == {key: found[key] for key in case.expect}


@pytest.mark.parametrize("name, case", _cases("bridge.check-engines"))
def test_each_book_checks_by_itself(name: str, case: Case) -> None:
    """The same face is a success in one book and a failure in the other."""
    book = str(case.given["book"])
    given = {key: value for key, value in case.given.items() if key != "book"}
    usual = {"edge": Edge.NONE.value} if book == "violence" else {}
    rule = ENGINES[book]
    found = fields(settle_typed(rule, checked(rule.given, {**usual, **given}), case.dice).outcome)
    assert case.expect is not None
    assert case.expect == {key: found[key] for key in case.expect}


def test_every_case_file_of_the_bridge_is_run() -> None:
    """No example is left lying about."""
    run = {*FUNCTIONS, *RULES, "bridge.check-engines"}
    assert run == {path.stem for path in CASES.glob("bridge.*.cases")}
