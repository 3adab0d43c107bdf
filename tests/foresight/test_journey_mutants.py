"""Each rule of a journey, changed in the simulator alone, changes the steps of a run that the table plays too.

The simulator agrees with the table step for step, so a change that its own steps show is one that agreement finds.
"""

from collections.abc import Callable, Iterator
from functools import cache
from types import FunctionType
from typing import Any

import pytest

from tests.figures import SEED
from tests.foresight.scenarios import JOURNEYS
from undercroft.books.hexcrawl import costs, encounters, entering, getting_lost, overloaded_die, template, units
from undercroft.books.sovereign import healing
from undercroft.books.violence.surprise import distance_of
from undercroft.foresight import policy
from undercroft.foresight.agreement import run_seen
from undercroft.foresight.order import journey, people, road, supplies
from undercroft.foresight.order.hoards import experience
from undercroft.foresight.prepare import encoded
from undercroft.foresight.step_snapshots import Seen
from undercroft.foresight.twins import Function
from undercroft.table.bridge import time_units
from undercroft.table.road import camp_sleep

RUNS = 12
"""The runs of each journey that every test of agreement plays."""


def nothing(*_: int) -> None:
    """A step that does nothing."""


def never(*_: int) -> bool:
    """A verdict that always says no."""
    return False


def always(*_: int) -> bool:
    """A verdict that always says yes."""
    return True


def but(function: Callable[..., Any], change: Callable[[Any], Any]) -> Function:
    """A rule whose answer is changed."""

    def changed(*args: Any) -> Any:
        return change(function(*args))

    return changed


def one_more(number: int) -> int:
    """A number that is too high."""
    return number + 1


VERDICTS: dict[str, tuple[Function, Function]] = {
    "no hex is too many for a day": (costs.hexes_left, always),
    "no day has a hex": (costs.hexes_left, never),
    "the die is never due": (encounters.is_reached, never),
    "the die is always due": (encounters.is_reached, always),
    "the die is read one higher": (encounters.read_as, but(encounters.read_as, lambda face: face % 6 + 1)),
    "no desert, no settled country, no night": (encounters.read_as, lambda face, *_: face),
    "hexes cost more": (entering.still_needed, but(entering.still_needed, lambda cost: (cost[0] + 1, cost[1]))),
    "yesterday's points are lost": (entering.still_needed, lambda cost, per, *_: (cost, per)),
    "they never lose their way": (getting_lost.keeps_course, always),
    "they always lose their way": (getting_lost.keeps_course, never),
    "the weather leads nobody astray": (getting_lost.lost_chance, lambda terrain, _weather: terrain),
    "they stray to the other side": (getting_lost.strays, but(getting_lost.strays, lambda side: -side)),
    "meals cost nothing": (overloaded_die.after_use, lambda stock, _needed: (stock, 0)),
    "a meal is never enough": (overloaded_die.after_use, lambda stock, needed: (stock, needed)),
    "game has one share more": (template.shares_found, but(template.shares_found, one_more)),
    "foraging always fits the day": (units.is_enough, always),
    "foraging never fits the day": (units.is_enough, never),
    "the road takes longer": (time_units.road_seconds, but(time_units.road_seconds, lambda seconds: seconds * 2)),
    "sleep heals more": (healing.in_the_morning, but(healing.in_the_morning, one_more)),
    "a watch costs no sleep": (camp_sleep.overlap, lambda *_: 0),
    "watches begin later": (camp_sleep.watch_begins, but(camp_sleep.watch_begins, lambda at: at + 3600 * 4)),
    "they always eat": (policy.eats_supplies, always),
    "they never eat": (policy.eats_supplies, never),
    "nobody keeps watch": (policy.keeps_watch, never),
    "too few keep watch": (policy.keeps_watch, always),
    "nobody lives": (supplies.living, but(supplies.living, lambda _: 0)),
    "a dead comrade eats": (supplies.living, lambda _w, s: s[0]),
}
"""A rule that a journey asks, and another in its place."""

STEPS: dict[str, tuple[Function, Function]] = {
    "no stop for the die": (road.next_cut, lambda _w, _s, points: points),
    "the first die does not come": (road.first_due, never),
    "the last die does not come": (road.last_due, never),
    "hours do not limit the day": (road.points_left, lambda _w, _s: 1 << 40),
    "the lost never learn where they are": (road.set_right, nothing),
    "nobody keeps to the course": (road._keep_course, nothing),
    "the lost find a way at once": (road._true_side, lambda _w, _s, side: side),
    "an encounter leaves surprise behind": (road.end_meeting, nothing),
    "the weather does not turn": (road._turn_weather, nothing),
    "every camp is watched": (journey._is_watched, always),
    "no camp is watched": (journey._is_watched, never),
    "sleep does not heal": (journey._wake, nothing),
    "they stay in a camp from which they ran": (journey.flee_camp, nothing),
    "no watches are set": (journey.set_watches, nothing),
    "a day without a beginning": (road.begin_day, nothing),
}
"""A step of a journey, and another in its place."""

ASKED_ELSEWHERE = {distance_of, experience, people.able_count, people.is_able, people.spend}
"""What a journey has in common with expeditions; the distance of creatures decides nothing but the dice thrown."""


@cache
def rightly(name: str, run: int) -> list[tuple[str, Seen]]:
    """The steps of a run by all rules."""
    return run_seen(encoded(JOURNEYS[name]), SEED, run)


def is_noticed(function: Function, other: Function) -> bool:
    """Whether some run takes other steps, or none at all."""
    for name in JOURNEYS:
        for run in range(RUNS):
            try:
                steps = run_seen(encoded(JOURNEYS[name]), SEED, run, {function: other})
            except IndexError:
                return True
            if steps != rightly(name, run):
                return True
    return False


@pytest.mark.parametrize("name", [*VERDICTS, *STEPS])
def test_a_journey_with_one_rule_of_its_own_is_found_out(name: str) -> None:
    """Whatever the changed rule decides, some journey shows it."""
    assert is_noticed(*(VERDICTS | STEPS)[name])


def asked() -> Iterator[Function]:
    """The rules that the order of a journey asks, which it does not hold itself."""
    for module in (road, journey):
        for name, value in vars(module).items():
            if isinstance(value, FunctionType) and not value.__module__.startswith("undercroft.foresight.order."):
                assert name == value.__name__
                yield value


def test_every_rule_of_a_journey_has_a_mutant() -> None:
    """A rule that a journey begins to ask needs a mutant too."""
    changed = {function for function, _ in VERDICTS.values()}
    from_dice = {function for function in asked() if function.__module__ == "undercroft.foresight.dice"}
    assert {*asked()} - from_dice - ASKED_ELSEWHERE <= changed
