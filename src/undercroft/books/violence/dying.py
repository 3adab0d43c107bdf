"""Dying."""

from typing import Annotated

from undercroft.books.violence.units import RoundNumber, Rounds, Scars
from undercroft.kernel.dice import TWO_D6, Dice, Roll
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says


class Fallen(Given, frozen=True):
    """An adventurer at 0 health."""

    scars: Annotated[Scars, says("Scars before this fall")]
    round_no: Annotated[RoundNumber, says("the round in which they fell")]


class Dead(Outcome, frozen=True, tag="dead"):
    """They die."""

    scars: int


class Unconscious(Outcome, frozen=True, tag="unconscious"):
    """They are unconscious for a while, and wake with 1 health."""

    scars: int
    rounds: Rounds
    wakes_round: int


SCAR_FIRST = Reading(
    id="violence.dying/order",
    question="Is the new Scar gained before or after the roll?",
    choice="Before it, so that it counts at once.",
    because="This page gives that order; the page on characters has it the other way round and is overruled.",
)
LEFT_FOR_DEAD = Reading(
    id="violence.dying/down",
    question="What does more damage do to a character who is down?",
    choice="Nothing, unless the referee rules a killing blow.",
    because="Such a character has no health to lose, and the text asks for no second roll.",
)
WAKES_AT_THE_START = Reading(
    id="violence.dying/waking",
    question="When exactly do they wake, and do Scars ever fade?",
    choice="A character who falls in round 3 for 5 rounds wakes at the start of round 8. Scars stay for life.",
    because="Time out is counted in whole rounds, and nothing takes a Scar away.",
)


@rule("violence.dying", Cite("Violence", "Dying"), readings=(SCAR_FIRST, LEFT_FOR_DEAD, WAKES_AT_THE_START))
def dying(dice: Dice, given: Fallen) -> Dead | Unconscious:
    """At 0 health you gain a Scar and must roll above your Scars on 2d6 to live; you wake later, with 1 health."""
    scars = scarred(given.scars)
    if dies(dice.total("life or death", TWO_D6), scars):
        return Dead(scars)
    rounds = Rounds(dice.total("rounds unconscious", Roll(scars, 6)))
    return Unconscious(scars, rounds, given.round_no + rounds)


def scarred(scars: int) -> int:
    """The Scars of a character who has just fallen."""
    return scars + 1


def dies(total: int, scars: int) -> bool:
    """Whether the roll kills: only a total above the Scars, including the new one, saves."""
    return total <= scars
