"""Dice that no book's rule asks for: the damage of a trap, the number of those who come, a referee's own throw."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from undercroft.kernel.dice import Dice
from undercroft.kernel.notation import parse
from undercroft.kernel.rules import Cite, Given, Outcome, rule, says


class Plain(Given, frozen=True):
    """Dice, and what they are for."""

    dice: Annotated[str, Meta(min_length=1, max_length=200), says("dice such as 2d6+1")]
    purpose: Annotated[str, Meta(min_length=1, max_length=200), says("what they are for")]


class Total(Outcome, frozen=True, tag="total"):
    """What they come to."""

    total: int


@rule("table.dice", Cite("The table", "Plain dice"))
def plain_dice(dice: Dice, given: Plain) -> Total:
    """Dice are thrown and added up."""
    return Total(dice.total(given.purpose, parse(given.dice)))
