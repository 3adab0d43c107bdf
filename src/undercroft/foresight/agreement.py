"""Whether the simulator and the real table agree: the same dice, step for step, compared after every step."""

from collections.abc import Callable, Mapping
from types import FunctionType

from msgspec import Struct

from undercroft.foresight import columns as c
from undercroft.foresight.bot import Bot, Watch
from undercroft.foresight.columns import World
from undercroft.foresight.encode import Encoded
from undercroft.foresight.explorer import at_table as play_at_table
from undercroft.foresight.order import expedition, journey, turns, under_way
from undercroft.foresight.scenario import Scenario
from undercroft.foresight.step_snapshots import NOTHING, Seen, at_table, in_run
from undercroft.foresight.tallies import UNDER_WAY
from undercroft.foresight.twins import Function, Twins
from undercroft.table.state.campaign import Campaign

STEPS = {
    "add_foes": "join_fight",
    "join_fight": "join_fight",
    "begin_round": "begin_round",
    "attack": "attack",
    "strike": "strike",
    "foes_act": "foes_act",
    "second_block": "second_block",
    "end_round": "end_round",
    "pay_hireling": "pay_hireling",
    "close_round": "close_round",
    "help_in_fight": "help_in_fight",
    "stabilise": "stabilise",
    "let_round_pass": "let_round_pass",
    "withdraw_all": "withdraw_all",
    "run_chase": "run_chase",
    "end_fight": "end_fight",
    "enter_site": "enter_site",
    "light": "light_up",
    "begin_step": "begin_step",
    "end_step": "end_step",
    "count_turns": "count_turns",
    "place": "place",
    "spring_ambush": "spring_ambush",
    "take_stance": "take_stance",
    "end_meeting": "end_meeting",
    "move": "move",
    "force_door": "force_door",
    "pick_lock": "pick_lock",
    "batter_door": "batter_door",
    "search": "search",
    "take": "take_up",
    "first_aid": "first_aid",
    "recover": "recover",
    "leave_site": "leave_site",
    "set_out": "set_out",
    "travel_to": "travel_to",
    "take_bearings": "take_bearings",
    "provide": "provide",
    "make_camp": "make_camp",
    "pass_night": "pass_night",
    "break_camp": "break_camp",
}
"""The commands of the table that are steps of a run, and the functions of the order of play that take them."""


class FirstDifference(Struct, frozen=True):
    """The first step at which the two differ."""

    run: int
    step: int
    what: str
    table: Mapping[str, int]
    simulator: Mapping[str, int]
    log: tuple[str, ...]

    def __str__(self) -> str:
        names = sorted({*self.table, *self.simulator})
        lines = [
            f"  {name}: table {self.table.get(name)}, simulator {self.simulator.get(name)}"
            for name in names
            if self.table.get(name) != self.simulator.get(name)
        ]
        return "\n".join((f"run {self.run}, step {self.step} ({self.what})", *lines, "the log before:", *self.log))


def watched(note: Callable[[str, World, World], None], replaced: Mapping[Function, Function] | None = None) -> Twins:
    """Twins of the order of play that note the world after every step."""
    named = frozenset(STEPS.values())

    def make(function: FunctionType) -> Function:
        name = function.__name__
        if name not in named or not function.__module__.startswith("undercroft.foresight.order"):
            return function

        def step(w: World, s: World, *more: int) -> object:
            result = function(w, s, *more)
            note(name, w, s)
            return result

        return step

    return Twins(make, replaced)


def run_seen(
    encoded: Encoded, number: int, run: int, replaced: Mapping[Function, Function] | None = None
) -> list[tuple[str, Seen]]:
    """Every step of a simulated run."""
    steps: list[tuple[str, Seen]] = []
    twins = watched(lambda name, w, s: steps.append((name, in_run(w, s))), replaced)
    twins.of(order_of(encoded))([*encoded.start], encoded.setup, number, run)
    return steps


def order_of(encoded: Encoded) -> Function:
    """The order of play of a run: a fight, an expedition from its start or from here, or a journey."""
    if encoded.travels:
        return journey.travel
    if encoded.setup[c.EXPLORES] == UNDER_WAY:
        return under_way.explore_on
    return turns.explore if encoded.explores else expedition.fight_once


LINES = 40
"""How much of the log is shown before a difference."""


def difference(
    scenario: Scenario,
    encoded: Encoded,
    number: int,
    run: int,
    replaced: Mapping[Function, Function] | None = None,
    here: Callable[[Watch], Bot] | None = None,
) -> FirstDifference | None:
    """The first step of a run at which the table and the simulator differ.

    `here` plays the run at a table that is under way, instead of one that begins with the scenario.
    """
    steps = run_seen(encoded, number, run, replaced)
    place, calls = 0, 0
    found: FirstDifference | None = None

    def seen(tag: str, now: Campaign, drawn: int) -> None:
        nonlocal place, calls, found
        if found is not None:
            return
        calls += 1
        step = STEPS.get(tag)
        if step is None:
            return
        table = at_table(now, drawn, encoded)
        name, simulator = steps[place] if place < len(steps) else ("nothing more", NOTHING)
        if (name, simulator) != (step, {key: int(value) for key, value in table.items()}):
            found = FirstDifference(run, place, f"table {step}, simulator {name}", table, simulator, ())
        place += 1

    bot = play_at_table(scenario, number, run, seen) if here is None else here(seen)
    if found is None and place != len(steps):
        found = FirstDifference(run, place, f"the simulator goes on: {steps[place][0]}", {}, steps[place][1], ())
    if found is None:
        return None
    lines = tuple(text for told in bot.log[: bot.lengths[calls - 1]] if (text := told.event.say(bot.now)))
    return FirstDifference(found.run, found.step, found.what, found.table, found.simulator, lines[-LINES:])
