"""Two lines of the order of play in the wrong order are seen: the steps of a run are no longer those of the table.

The simulator agrees with the table step for step, so a change that its own steps show is one that agreement finds.
"""

import ast
import inspect
import textwrap
from collections.abc import Iterator
from importlib import import_module
from types import FunctionType

import pytest

from tests.figures import SEED
from tests.foresight.scenarios import ALL
from undercroft.foresight.agreement import run_seen
from undercroft.foresight.prepare import encoded
from undercroft.foresight.twins import Function

SWAPS = (
    ("expedition.join_fight", "add_company("),
    ("fight.attack", "w[p + c.ACTIONS] += not earned"),
    ("fight.foes_act", "if ready"),
    ("people.hurt", "wounded("),
    ("people._by_violence", "w[p + c.SCARS] = scarred("),
    ("people._by_violence", "if dies("),
    ("people.spend", "w[c.TIME] += seconds"),
    ("people._falls_due", "if w[p + c.STATE] == Being.STABLE"),
    ("rounds.fight_on", "act_in_block(w, s, ActingOrder.BEFORE)"),
    ("rounds.fight_on", "foes_act("),
    ("rounds.close_round", "w[c.DECIDED] = _ending("),
    ("meeting.join_fight", "for number in range(w[c.MET])"),
    ("doors.force_door", "for j in range("),
    ("road.provide", "w[c.OWES] = 0"),
    ("road.travel_to", "_keep_course("),
    ("road._encounter", "if kind >= 0"),
    ("road.take_bearings", "if paid <"),
    ("journey.pass_night", "_sleep_until(w, s, dawn)"),
)
"""A line of the order of play, by how it begins; it changes places with the one after it."""

PLAYED = ("orcs", "shut doors by Violence", "vaults by Violence", "a site by Sovereign", "a march", "a hard road")
"""Where runs go that show it."""


def blocks(tree: ast.AST) -> Iterator[list[ast.stmt]]:
    """All lists of lines in some code."""
    for node in ast.walk(tree):
        for field in ("body", "orelse"):
            lines = getattr(node, field, None)
            if isinstance(lines, list):
                yield lines


def swapped(function: FunctionType, begins: str) -> Function:
    """A function in which the line that begins so comes after the next one."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    for lines in blocks(tree):
        for at, line in enumerate(lines[:-1]):
            if ast.unparse(line).startswith(begins):
                lines[at], lines[at + 1] = lines[at + 1], lines[at]
                names = dict(function.__globals__)
                exec(compile(ast.fix_missing_locations(tree), function.__name__, "exec"), names)
                found: Function = names[function.__name__]
                return found
    raise LookupError(f"no line of {function.__name__} begins with {begins}")


@pytest.mark.parametrize("where, begins", SWAPS)
def test_two_lines_in_the_wrong_order_are_seen(where: str, begins: str) -> None:
    """Some run of some scenario takes other steps, or none at all."""
    module, _, name = where.rpartition(".")
    function: FunctionType = getattr(import_module(f"undercroft.foresight.order.{module}"), name)
    mutant = swapped(function, begins)
    for scenario in PLAYED:
        numbers = encoded(ALL[scenario])
        for run in range(4):
            try:
                steps = run_seen(numbers, SEED, run, {function: mutant})
            except (UnboundLocalError, IndexError):
                return
            if steps != run_seen(numbers, SEED, run):
                return
    pytest.fail(f"{where}: nobody notices that “{begins}” comes later")
