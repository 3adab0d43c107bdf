"""Exact odds of a chain of rules: an attack and its extra attacks, the damage, then the foe's morale.

Measured like single rules: in a fresh process that has found no odds yet.
"""

import multiprocessing
from multiprocessing.connection import Connection
from statistics import median
from time import perf_counter

from msgspec import Struct

from benchmarks.report import Part, Table, Target
from undercroft.books.violence.morale import Band, Due, Enemy, RoundEnds, morale_check, morale_trigger
from undercroft.books.violence.wounds import Assault, exact_attribute
from undercroft.interpret.odds import of_rule
from undercroft.interpret.policy import NEVER
from undercroft.kernel.dice import Ask
from undercroft.kernel.rules import Cite, Given, Outcome, rule

LIMIT = 250.0
"""The target: milliseconds to find the odds of such a chain."""

REPEATS = 5
WEAPONS = (("1d6", 9), ("1d8", 20), ("2d6", 20))
"""The damage, and the health of a lone foe of that many Hit Dice."""


class Exchange(Given, frozen=True):
    """An adventurer strikes a lone foe."""

    expr: str
    health: int


class Slain(Outcome, frozen=True, tag="slain"):
    """The foe falls."""


class Stands(Outcome, frozen=True, tag="stands"):
    """The foe stays, with that much health."""

    health: int
    nerve: str


@rule("benchmarks.exchange", Cite("Benchmarks", "Chains"))
def exchange(ask: Ask, given: Exchange) -> Slain | Stands:
    """Strike, attack again while rolls are exact, add up the damage, and test the foe's morale if it is due."""
    struck = exact_attribute(ask, Assault(attribute=14, ac=5, scars=1, expr=given.expr, target_health=given.health))
    left = max(0, given.health - struck.damage)
    if left == 0:
        return Slain()
    due = morale_trigger(ask, _round_ends(given.health, left))
    if not isinstance(due, Due):
        return Stands(left, "not tested")
    return Stands(left, morale_check(ask, Enemy(hd=2)).kind)


def _round_ends(health: int, left: int) -> RoundEnds:
    """The end of the round for a lone foe that was unhurt before."""
    return RoundEnds(
        kind=Band.LONE,
        health=left,
        health_max=health,
        damaged_this_round=left < health,
        first_done=False,
        deaths_this_round=0,
        dead_total=0,
        initial_size=1,
        half_done=False,
        immune=False,
    )


class Timed(Struct, frozen=True):
    """How long one chain took, and its result."""

    milliseconds: float
    outcomes: int
    sums_to_one: bool


def measure() -> Part:
    """Milliseconds for each weapon."""
    timed = [(expr, health, _cold(expr, health)) for expr, health in WEAPONS]
    rows = [
        (f"{expr} against {health} health", f"{run.outcomes:,}", f"{run.milliseconds:.1f}")
        for expr, health, run in timed
    ]
    slowest = max(run.milliseconds for _, _, run in timed)
    exact = all(run.sums_to_one for _, _, run in timed)
    target = Target(
        f"chains: attack, exact-roll extra attacks, damage, morale within {LIMIT:g} ms, cold",
        f"slowest {slowest:.3g} ms",
        slowest <= LIMIT and exact,
        "" if exact else "The chances do not sum to one.",
    )
    what = (
        f"Milliseconds for the odds of a whole exchange, one Scar never used, the median of {REPEATS} fresh processes."
    )
    return Part("Chains of rules", what, [Table(("chain", "outcomes", "ms"), rows)], [target])


def _cold(expr: str, health: int) -> Timed:
    runs = [_alone(expr, health) for _ in range(REPEATS)]
    return Timed(median(run.milliseconds for run in runs), runs[0].outcomes, all(run.sums_to_one for run in runs))


def _alone(expr: str, health: int) -> Timed:
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    child = context.Process(target=_send, args=(sender, expr, health))
    child.start()
    timed: Timed = receiver.recv()
    child.join()
    return timed


def _send(sender: Connection, expr: str, health: int) -> None:
    start = perf_counter()
    odds = of_rule(exchange, Exchange(expr, health), NEVER)
    milliseconds = 1000 * (perf_counter() - start)
    sender.send(Timed(milliseconds, len(odds), sum(odds.values()) + odds.unexplored == 1))
