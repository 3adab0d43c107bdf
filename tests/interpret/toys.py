"""Small rules of no book, for the interpreters to work on."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from undercroft.kernel.dice import D6, D20, Ask, Dice, Roll
from undercroft.kernel.rules import Cite, Given, Outcome, rule, says
from undercroft.kernel.units import SeatId

NOWHERE = Cite("Toys", "Toys")


class Shift(StrEnum):
    """What someone with scars may do to a throw."""

    KEEP = "keep"
    DOWN = "down"
    UP = "up"


class Fighter(Given, frozen=True):
    """Someone who throws for initiative."""

    agility: Annotated[int, Meta(ge=1, le=20), says("agility")]
    scars: Annotated[int, Meta(ge=0, le=5), says("scars")] = 0


class Before(Outcome, frozen=True, tag="before"):
    """Acts first."""


class Exactly(Outcome, frozen=True, tag="exactly"):
    """Acts first, with something extra."""


class After(Outcome, frozen=True, tag="after"):
    """Acts last."""


@rule("toys.initiative", NOWHERE)
def initiative(ask: Ask, given: Fighter) -> Before | Exactly | After:
    """Under agility goes first."""
    face = ask.total("initiative", D20)
    if given.scars:
        face += {Shift.KEEP: 0, Shift.DOWN: -given.scars, Shift.UP: given.scars}[
            ask.choose(f"bend the {face}", SeatId("roller"), tuple(Shift))
        ]
    if face == given.agility:
        return Exactly()
    return Before() if face < given.agility else After()


class Chain(Given, frozen=True):
    """A chain of throws that may go on for ever."""

    so_far: Annotated[int, Meta(ge=0, le=1000), says("sixes so far")] = 0


class Sixes(Outcome, frozen=True, tag="sixes"):
    """How many sixes there were before it stopped."""

    count: int


@rule("toys.sixes", NOWHERE)
def sixes(dice: Dice, given: Chain) -> Sixes:
    """Throw on as long as sixes come."""
    if dice.total("another", D6) < 6:
        return Sixes(given.so_far)
    return sixes(dice, Chain(so_far=given.so_far + 1))


@rule("toys.loop", NOWHERE)
def loop(dice: Dice, given: Chain) -> Sixes:
    """The same without turning to a rule."""
    count = given.so_far
    while dice.total("another", D6) == 6:
        count += 1
    return Sixes(count)


class Falling(Given, frozen=True):
    """A fall."""

    feet: Annotated[int, Meta(ge=0, le=1000), says("how deep")]


class Hurt(Outcome, frozen=True, tag="hurt"):
    """How much it hurt, and the worst die."""

    damage: int
    worst: int


@rule("toys.fall", NOWHERE)
def fall(dice: Dice, given: Falling) -> Hurt:
    """A d6 for ten feet."""
    faces = dice.faces("fall damage", Roll(given.feet // 10, 6))
    return Hurt(sum(faces), max(faces, default=0))


class Wide(Given, frozen=True):
    """Nothing to tell."""


@rule("toys.wide", NOWHERE)
def wide(dice: Dice, given: Wide) -> Hurt:
    """Asks for ten d20 one by one, as no rule should."""
    return Hurt(sum(dice.total(f"die {number}", D20) for number in range(10)), 0)
