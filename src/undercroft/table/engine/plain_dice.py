"""Dice that no book's rule asks for: the damage of a trap, the number of wandering monsters, a referee's own roll."""

from typing import Annotated

from msgspec import Meta

from undercroft.kernel.dice import Dice
from undercroft.kernel.notation import parse
from undercroft.kernel.rules import Cite, Given, Outcome, rule, says


class Plain(Given, frozen=True):
    """Dice and their purpose."""

    dice: Annotated[str, Meta(min_length=1, max_length=200), says("dice such as 2d6+1")]
    purpose: Annotated[str, Meta(min_length=1, max_length=200), says("what they are for")]


class Total(Outcome, frozen=True, tag="total"):
    """The total of the dice."""

    total: int


@rule("table.dice", Cite("The table", "Plain dice"))
def plain_dice(dice: Dice, given: Plain) -> Total:
    """Roll dice and add them up."""
    return Total(dice.total(given.purpose, parse(given.dice)))
