"""Dice as four whole numbers: how many, their sides, how many are kept, and a number that is added."""

from typing import TypeAlias

from undercroft.kernel.dice import Formula, Labelled, Marks, Negative, Number, Roll, Sum
from undercroft.kernel.notation import parse_few, text

Simple: TypeAlias = tuple[int, int, int, int]


class NotSimulated(Exception):
    """A part of a scenario that the simulator cannot play; the message names it."""


def simple(written: str) -> Simple:
    """A formula of one handful of dice and a number.

    >>> simple("2d6k1"), simple("1d6-1"), simple("3")
    ((2, 6, 1, 0), (1, 6, 0, -1), (0, 1, 0, 3))
    """
    count, sides, kept, plus = _simple(parse_few(written))
    return count, max(1, sides), kept, plus


def _simple(formula: Formula) -> Simple:
    match formula:
        case Number(value=value):
            return 0, 0, 0, value
        case Labelled(of=of):
            return _simple(of)
        case Negative(of=Number(value=value)):
            return 0, 0, 0, -value
        case Roll(count=count, sides=sides, marks=Marks.NUMBERS) if formula.is_plain:
            return count, sides, 0, 0
        case Roll(count=count, sides=sides, keep=keep, marks=Marks.NUMBERS) if (
            keep is not None and keep.highest and keep.count == 1 and _only_keeps(formula)
        ):
            return count, sides, 1, 0
        case Sum(left=left, right=right):
            one, other = _simple(left), _simple(right)
            if one[0] and other[0]:
                raise NotSimulated(f"the dice {text(formula)}")
            rolled = one if one[0] else other
            return rolled[0], rolled[1], rolled[2], one[3] + other[3]
        case _:
            raise NotSimulated(f"the dice {text(formula)}")


def _only_keeps(roll: Roll) -> bool:
    return not (roll.reroll or roll.reroll_once or roll.explode or roll.successes)
