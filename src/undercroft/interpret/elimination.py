"""Chains of states solved by eliminating one state after another.

Every flow is a short series: the chance, the mean number of steps times the chance, and half the mean of the number
times itself less one. A flow passes a state by multiplication, a loop by a geometric series. Nothing is ever
subtracted but a loop's chance from 1, so numbers that are rounded down give true lower bounds throughout.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from heapq import heapify, heappop, heappush
from typing import Any, TypeAlias

from undercroft.kernel.budget import PAIR, spend

BITS = 192
"""Rounded numbers are whole multiples of two to the power of minus this, rounded down."""

Series: TypeAlias = tuple[Any, Any, Any]
Steps: TypeAlias = Sequence[tuple[Sequence[tuple[int, int]], int] | None]
"""For each state its next states with their weights, and the whole; None for an end and for what was not followed."""


class ExactNumbers:
    """Fractions."""

    ONE: Any = Fraction(1)

    @staticmethod
    def share(weight: int, whole: int) -> Any:
        """A part of the whole."""
        return Fraction(weight, whole)

    @staticmethod
    def product(a: Any, b: Any) -> Any:
        """The product."""
        return a * b

    @staticmethod
    def joined(a: Series, b: Series) -> Series:
        """One flow, then another."""
        return a[0] * b[0], a[0] * b[1] + a[1] * b[0], a[0] * b[2] + a[1] * b[1] + a[2] * b[0]

    @staticmethod
    def inverse(number: Any) -> Any:
        """One through the number."""
        return 1 / number

    @staticmethod
    def chance(number: Any) -> Fraction:
        """The number as a fraction."""
        return Fraction(number)


class Rounded(ExactNumbers):
    """Whole multiples of a very small number, always rounded down."""

    ONE = 1 << BITS

    @staticmethod
    def share(weight: int, whole: int) -> Any:
        """A part of the whole."""
        return (weight << BITS) // whole

    @staticmethod
    def product(a: Any, b: Any) -> Any:
        """The product."""
        return (a * b) >> BITS

    @staticmethod
    def joined(a: Series, b: Series) -> Series:
        """One flow, then another."""
        return (
            (a[0] * b[0]) >> BITS,
            (a[0] * b[1] + a[1] * b[0]) >> BITS,
            (a[0] * b[2] + a[1] * b[1] + a[2] * b[0]) >> BITS,
        )

    @staticmethod
    def inverse(number: Any) -> Any:
        """One through the number."""
        return (1 << 2 * BITS) // number

    @staticmethod
    def chance(number: Any) -> Fraction:
        """The number as a fraction."""
        return Fraction(number, 1 << BITS)


Kind: TypeAlias = type[ExactNumbers]


def flows(steps: Steps, kind: Kind) -> tuple[dict[int, Series], Any]:
    """The flow from state 0 into each state that has no steps; and the chance of going round for ever.

    State 0 only chooses where to start: its step is not counted.
    """
    inflow: dict[int, Series] = {0: (kind.ONE, 0, 0)}
    never: Any = 0
    for group in _groups(steps):
        members = set(group)
        entering = {state: inflow.pop(state) for state in group if state in inflow}
        if all(to in members for state in group for to, _ in _row(steps, state)[0]) and _is_whole(steps, group):
            never += sum(flow[0] for flow in entering.values())
            continue
        for to, flow in _through(steps, group, entering, kind).items():
            inflow[to] = _plus(inflow[to], flow) if to in inflow else flow
    return inflow, never


def _row(steps: Steps, state: int) -> tuple[Sequence[tuple[int, int]], int]:
    row = steps[state]
    return row if row is not None else ((), 1)


def _is_whole(steps: Steps, group: list[int]) -> bool:
    """Whether nothing is unexplored in any step of the group."""
    return all(sum(weight for _, weight in row) == whole for row, whole in (_row(steps, state) for state in group))


def _through(steps: Steps, group: list[int], entering: dict[int, Series], kind: Kind) -> dict[int, Series]:
    """What flows out of a group of states that can reach each other."""
    if len(group) == 1:
        return _past(steps, group[0], entering, kind)
    rows, into = _network(steps, group, kind)
    leaving: dict[int, Series] = {}
    for state in _order(rows, into):
        row = rows.pop(state)
        before = into.pop(state) - {state}
        loop = row.pop(state, None)
        if loop is not None:
            around = _around(loop, kind)
            row = {to: kind.joined(around, flow) for to, flow in row.items()}
        spend((len(before) + 1) * len(row) * PAIR * 4)
        for to in row:
            if to in into:
                into[to].discard(state)
                into[to] |= before
        for other in before:
            through = rows[other].pop(state)
            for to, flow in row.items():
                more = kind.joined(through, flow)
                rows[other][to] = _plus(rows[other][to], more) if to in rows[other] else more
        if state in entering:
            came = entering.pop(state)
            for to, flow in row.items():
                target = entering if to in into else leaving
                more = kind.joined(came, flow)
                target[to] = _plus(target[to], more) if to in target else more
    return leaving


def _network(steps: Steps, group: list[int], kind: Kind) -> tuple[dict[int, dict[int, Series]], dict[int, set[int]]]:
    """The flows from each state of a group, and for each the states of the group that lead to it."""
    rows: dict[int, dict[int, Series]] = {}
    into: dict[int, set[int]] = {state: set() for state in group}
    for state in group:
        following, whole = _row(steps, state)
        rows[state] = {}
        for to, weight in following:
            share = kind.share(weight, whole)
            rows[state][to] = (share, share if state else 0, 0)
            if to in into:
                into[to].add(state)
    return rows, into


def _past(steps: Steps, state: int, entering: dict[int, Series], kind: Kind) -> dict[int, Series]:
    """What flows past a single state, which may lead to itself."""
    row, whole = _row(steps, state)
    spend(len(row) * PAIR)
    shares = {to: kind.share(weight, whole) for to, weight in row}
    came = entering.get(state, (0, 0, 0))
    loop = shares.pop(state, None)
    if loop is not None:
        came = kind.joined(came, _around((loop, loop, 0), kind))
    once, twice = (came[1] + came[0], came[2] + came[1]) if state else (came[1], came[2])
    product = kind.product
    return {to: (product(came[0], share), product(once, share), product(twice, share)) for to, share in shares.items()}


def _order(rows: dict[int, dict[int, Series]], into: dict[int, set[int]]) -> Iterator[int]:
    """The states of a group, those first that join the fewest others."""
    waiting = [(len(rows[state]) * len(into[state]), state) for state in rows]
    heapify(waiting)
    while waiting:
        cost, state = heappop(waiting)
        now = len(rows[state]) * len(into[state])
        if now > cost and waiting and now > waiting[0][0]:
            heappush(waiting, (now, state))
        else:
            yield state


def _plus(a: Series, b: Series) -> Series:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def _around(loop: Series, kind: Kind) -> Series:
    """The flow around a loop any number of times: 1 / (1 - loop)."""
    left = kind.ONE - loop[0]
    whole, product = kind.inverse(left), kind.product
    once = product(loop[1], whole)
    return whole, product(whole, once), product(whole, product(loop[2], whole) + product(once, once))


def _groups(steps: Steps) -> list[list[int]]:
    """Groups of states that can reach each other, each before all it leads to: Tarjan's algorithm."""
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    path: list[int] = []
    on_path: set[int] = set()
    groups: list[list[int]] = []
    work: list[tuple[int, Iterator[tuple[int, int]]]] = []

    def enter(state: int) -> None:
        order[state] = low[state] = len(order)
        path.append(state)
        on_path.add(state)
        work.append((state, iter(_row(steps, state)[0])))

    if steps[0] is not None:
        enter(0)
    while work:
        state, following = work[-1]
        for to, _ in following:
            if steps[to] is None:
                continue
            if to not in order:
                enter(to)
                break
            if to in on_path:
                low[state] = min(low[state], order[to])
        else:
            work.pop()
            if work:
                low[work[-1][0]] = min(low[work[-1][0]], low[state])
            if low[state] == order[state]:
                group: list[int] = []
                while not group or group[-1] != state:
                    group.append(path.pop())
                on_path.difference_update(group)
                groups.append(group)
    groups.reverse()
    return groups
