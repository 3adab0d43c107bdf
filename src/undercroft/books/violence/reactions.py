"""Reactions."""

from enum import StrEnum
from typing import Annotated

from undercroft.kernel.dice import TWO_D6, Dice
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says
from undercroft.kernel.tables import Table, through


class Mood(StrEnum):
    """The foes' first attitude to the adventurers."""

    FRIENDLY = "Friendly"
    HELPFUL = "Helpful"
    UNINTERESTED = "Uninterested"
    HOSTILE = "Hostile"
    MURDEROUS = "Murderous"


REACTIONS = Table("violence.reaction", TWO_D6, (
    (through(2, 3),   Mood.FRIENDLY),
    (through(4, 6),   Mood.HELPFUL),
    (through(7),      Mood.UNINTERESTED),
    (through(8, 10),  Mood.HOSTILE),
    (through(11, 12), Mood.MURDEROUS),
), gives="attitude")  # fmt: skip


_LOWEST, _ROWS = REACTIONS.numbers


MOODS = tuple(mood for _, mood in REACTIONS.rows)


def mood_of(total: int) -> int:
    """The number of the attitude for a total, in the order of the table."""
    return _ROWS[total - _LOWEST]


class Met(Given, frozen=True):
    """Foes that the adventurers meet."""

    obvious: Annotated[Mood | None, says("their attitude, if the fiction makes it obvious")] = None


class Attitude(Outcome, frozen=True, tag="attitude"):
    """Their attitude, and the total if it was rolled."""

    name: Mood
    total: int | None


SHOWN_NOT_TOLD = Reading(
    id="violence.reaction/secret",
    question="Are players told the attitude?",
    choice="No; the referee rolls, and foes show it by what they do.",
    because="Nobody announces that they are murderous.",
)


@rule("violence.reaction", Cite("Violence", "Reactions"), readings=(SHOWN_NOT_TOLD,))
def reaction(dice: Dice, given: Met) -> Attitude:
    """Unless it is obvious, 2d6 decide the foes' first attitude: low is friendly, high is murderous."""
    if given.obvious is not None:
        return Attitude(given.obvious, None)
    total = dice.total("reaction", TWO_D6)
    return Attitude(MOODS[mood_of(total)], total)
