"""Every verdict that the simulator calls gives each of its answers somewhere in the scenarios that are compared."""

from collections import Counter
from collections.abc import Mapping
from enum import IntEnum
from types import FunctionType
from typing import Any, get_type_hints

from tests.figures import RUNS, SEED, soak
from tests.foresight.scenarios import ALL
from undercroft.foresight.agreement import order_of
from undercroft.foresight.prepare import encoded
from undercroft.foresight.twins import Function, Twins

LEAST = 20 if RUNS > 100 else 1
NEVER = {("fate", "KNOCKED_OUT"), ("is_checked", "False"), ("can_be_surprised", "False"), ("pace", "SLOWER")}
"""Answers that no run has: foes do not spare, the table checks after every turn by Violence, an ambush can surprise,
and foes in a scenario are as fast as usual."""

SELDOM = {("fate", "DEAD"), ("affords", "True")}
"""Answers that take more runs than the short test has: the Frail fall again, and hirelings take heart."""


def answers(verdict: Function) -> list[str]:
    """The answers that a verdict can give, where they are few and named."""
    hint = get_type_hints(verdict)["return"]
    if hint is bool:
        return ["True", "False"]
    return [member.name for member in hint] if isinstance(hint, type) and issubclass(hint, IntEnum) else []


def seen(runs: int) -> tuple[Mapping[str, list[str]], Counter[tuple[str, str]]]:
    """The verdicts called in some runs of every scenario, with their possible answers, and those they gave."""
    possible: dict[str, list[str]] = {}
    given: Counter[tuple[str, str]] = Counter()

    def make(function: FunctionType) -> Function:
        if not function.__module__.startswith("undercroft.books"):
            return function
        possible[function.__name__] = answers(function)

        def noted(*args: Any) -> Any:
            answer = function(*args)
            given[function.__name__, answer.name if isinstance(answer, IntEnum) else str(answer)] += 1
            return answer

        return noted

    twins = Twins(make)
    for scenario in ALL.values():
        numbers = encoded(scenario)
        play = twins.of(order_of(numbers))
        for run in range(runs):
            play([*numbers.start], numbers.setup, SEED, run)
    return possible, given


@soak(RUNS)
def test_every_answer_of_every_verdict_is_reached() -> None:
    """Where no scenario goes, agreement would show nothing."""
    possible, given = seen(500 if LEAST > 1 else 25)
    spared = NEVER if LEAST > 1 else NEVER | SELDOM
    assert len(possible) > 30
    missing = [
        (name, answer)
        for name, each in possible.items()
        for answer in each
        if given[name, answer] < LEAST and (name, answer) not in spared
    ]
    assert [] == missing
