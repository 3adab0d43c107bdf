"""Delving Hazard Die."""

from enum import StrEnum
from typing import Annotated

from undercroft.kernel.dice import D6, D12, D20, Dice
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says


class Danger(StrEnum):
    """How dangerous a place is."""

    NORMAL = "normal"
    RISKY = "risky"
    DEADLY = "deadly"


HAZARD_DIE = {
    Danger.NORMAL: D20,
    Danger.RISKY: D12,
    Danger.DEADLY: D6,
}


class DelveRound(Given, frozen=True):
    """The end of a delve round."""

    danger: Annotated[Danger, says("how dangerous the place is")]


class RandomEncounter(Outcome, frozen=True, tag="random_encounter"):
    """A random encounter."""


class Nothing(Outcome, frozen=True, tag="nothing"):
    """The round ends quietly."""


ONLY_THE_REFEREE_SEES = Reading(
    id="delving.hazard-die/secret",
    question="Who sees the hazard die?",
    choice="Only the referee; players learn what they can see.",
    because="An encounter begins at the edge of vision, not with a number on the table.",
)


@rule("delving.hazard-die", Cite("Delving", "Delving Hazard Die"), readings=(ONLY_THE_REFEREE_SEES,))
def hazard_die(dice: Dice, given: DelveRound) -> RandomEncounter | Nothing:
    """At the end of a delve round, a 1 on the danger level's die brings an encounter."""
    if brings_encounter(dice.total("hazard die", HAZARD_DIE[given.danger])):
        return RandomEncounter()
    return Nothing()


def brings_encounter(face: int) -> bool:
    """Whether the face brings an encounter: only a 1 does."""
    return face == 1
