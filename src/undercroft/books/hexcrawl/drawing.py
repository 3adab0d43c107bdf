"""Drawing an entry from a list, with a die of as many sides as the list has entries."""

from collections.abc import Sequence
from typing import TypeVar

from undercroft.kernel.dice import Dice, Roll
from undercroft.kernel.rules import Reading

T = TypeVar("T")

EVENLY = Reading(
    id="hexcrawl.lists/evenly",
    question="How is one line of a referee's list picked?",
    choice="Our proposal: all lines are equally likely, and a list of one line needs no die.",
    because="The text sends the referee to tables it does not print, and names no dice for them.",
)


def drawn(dice: Dice, purpose: str, lines: Sequence[T]) -> T:
    """The entry that the die picks."""
    if len(lines) == 1:
        return lines[0]
    return lines[dice.total(purpose, Roll(1, len(lines))) - 1]
