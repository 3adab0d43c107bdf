"""Dungeon Exploration: one turn in a dangerous site."""

from typing import Annotated

from undercroft.books.sovereign.dungeon_time import Declarations, TooMuch, TurnActions, turn_actions
from undercroft.books.sovereign.units import TURN, Count, Moment, Turns
from undercroft.books.sovereign.wandering import (
    FIRST_CHECK_WAITS,
    Counting,
    Due,
    Encounter,
    FirstCheck,
    Interval,
    WanderingCheck,
    wandering_check,
    wandering_due,
)
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says
from undercroft.kernel.units import Seconds


class ExplorationTurn(Given, frozen=True):
    """A turn as the players have declared it."""

    turn_number: Annotated[Count, says("turns spent in the site so far")]
    turns_since_check: Annotated[Count, says("turns since the last wandering check, or since the party came in")]
    interval: Annotated[Interval | None, says("turns from one wandering check to the next; leave it out for no checks")]
    declared: Annotated[Declarations, says("the significant thing each Delver does, by name")]
    clock: Annotated[Moment, says("seconds on the clock when the turn begins")]
    battering: Annotated[bool, says("does a Delver batter a door this turn?")] = False
    first_check: Annotated[FirstCheck, says("does the first check wait for the interval?")] = FirstCheck.NTH


class TurnSpent(Outcome, frozen=True, tag="turn_spent"):
    """The turn is over: any encounter, on schedule or from noise, and the time."""

    encounter: bool
    noise_encounter: bool
    turn_number: Turns
    turns_since_check: Turns
    clock: Seconds


AFTER_THE_ACTIONS = Reading(
    id="sovereign.dungeon.loop/moment",
    question="When in the turn does the encounter come?",
    choice="When the referee likes; by default, after the declared actions.",
    because="The page asks for a fitting moment and names none.",
)
FIGHTS_COUNT = Reading(
    id="sovereign.dungeon.loop/fights",
    question="A fight or a chase interrupts a turn. Does its own turn count too?",
    choice="Yes, it is one more turn and counts towards the interval; a check due in it is made when it ends.",
    because="The text has every fight and every chase take a turn, and counts checks in turns.",
)


@rule(
    "sovereign.dungeon.loop",
    Cite("Sovereign", "Dungeon Exploration"),
    readings=(AFTER_THE_ACTIONS, FIGHTS_COUNT, FIRST_CHECK_WAITS),
)
def dungeon_loop(dice: Dice, given: ExplorationTurn) -> TurnSpent | TooMuch:
    """Each turn the referee makes any due check in secret, each Delver does one thing, and ten minutes pass."""
    declared = turn_actions(dice, TurnActions(declared=given.declared))
    if isinstance(declared, TooMuch):
        return declared
    first_turn = given.turn_number == 0
    due = wandering_due(dice, Counting(given.turns_since_check, given.interval, first_turn, given.first_check))
    return TurnSpent(
        encounter=isinstance(due, Due) and _wandering_encounter(dice),
        noise_encounter=given.battering and _wandering_encounter(dice),
        turn_number=Turns(given.turn_number + 1),
        turns_since_check=due.counter,
        clock=Seconds(given.clock + TURN),
    )


def _wandering_encounter(dice: Dice) -> bool:
    return isinstance(wandering_check(dice, WanderingCheck()), Encounter)
