"""Encounters: the Delvers choose, and the others react."""

from typing import Annotated

from undercroft.books.sovereign import reactions
from undercroft.books.sovereign.reactions import Choosing, Reacting, reaction_choices, reaction_roll
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Outcome, Reading, rule, says


class Meeting(Choosing, frozen=True):
    """Delvers who meet others."""

    could_win: Annotated[bool, says("do the others think they would very probably win?")] = False


class Combat(Outcome, frozen=True, tag="combat"):
    """There is a fight."""


class Parley(Outcome, frozen=True, tag="parley"):
    """They talk."""


class Chase(Outcome, frozen=True, tag="chase"):
    """The Delvers are chased."""


class TheyFlee(Outcome, frozen=True, tag="they_flee"):
    """The others flee."""


class Ignored(Outcome, frozen=True, tag="ignored"):
    """The others go on with what they were doing."""


AFTERWARDS = Reading(
    id="sovereign.encounter.procedure/time",
    question="How long does an encounter take?",
    choice="A fight, a parley or a chase is a turn; after a fight, first aid and looting are one more.",
    because="Each of them is named as an example of a turn.",
)


@rule("sovereign.encounter.procedure", Cite("Sovereign", "Encounters"), readings=(AFTERWARDS,))
def encounter_procedure(dice: Dice, given: Meeting) -> Combat | Parley | Chase | TheyFlee | Ignored:
    """Told what they sense, the Delvers fight, talk, run or wait; then the others react."""
    chosen = reaction_choices(dice, Choosing(choice=given.choice, will_listen=given.will_listen))
    match reaction_roll(dice, Reacting(column=chosen.column, could_win=given.could_win)):
        case reactions.Fights():
            return Combat()
        case reactions.Talks():
            return Parley()
        case reactions.Chases():
            return Chase()
        case reactions.Runs():
            return TheyFlee()
        case reactions.Ignores():
            return Ignored()
