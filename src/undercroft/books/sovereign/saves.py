"""Saving Throws."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from undercroft.books.sovereign.units import Situation
from undercroft.kernel.dice import D20, Dice
from undercroft.kernel.rules import Cite, Given, Outcome, rule, says

SAVING_THROWS = Cite("Sovereign", "Saving Throws")


class Save(Given, frozen=True):
    """Somebody is in danger."""

    target: Annotated[int, Meta(ge=-20, le=60), says("what the throw must reach")]
    modifier: Annotated[Situation, says("added to the throw")] = 0


class Saved(Outcome, frozen=True, tag="success"):
    """Resisted; `natural` if a 20 alone decided it."""

    natural: bool


class NotSaved(Outcome, frozen=True, tag="failure"):
    """Not resisted; `natural` if a 1 alone decided it."""

    natural: bool


@rule("sovereign.save.roll", SAVING_THROWS)
def save_roll(dice: Dice, given: Save) -> Saved | NotSaved:
    """A d20 must reach the target; 20 always does, 1 never."""
    face = dice.total("saving throw", D20)
    natural = face in (1, 20)
    return Saved(natural) if saves(face, given.modifier, given.target) else NotSaved(natural)


def saves(face: int, modifier: int, target: int) -> bool:
    """A natural 20 always, a natural 1 never, else by the total."""
    return face == 20 or (face != 1 and face + modifier >= target)
