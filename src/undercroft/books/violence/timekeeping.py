"""Timekeeping: rounds, turns and Watches, and the encounters during them."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from undercroft.books.violence.units import ROUND, TURN, WATCH, Count, Hours, Rounds, Turns, Watches
from undercroft.kernel.dice import D6, Dice
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says
from undercroft.kernel.units import Minutes

TIMEKEEPING = Cite("Violence", "Timekeeping")

ENCOUNTER_ON = 1
MINUTES_AN_HOUR = 60


# Units


class Span(Given, frozen=True):
    """A time in rounds."""

    rounds: Annotated[Count, says("combat rounds")]


class Elapsed(Outcome, frozen=True, tag="minutes"):
    """The minutes, and the same time in Watches, turns and rounds."""

    minutes: Minutes
    watches: Watches
    turns: Turns
    rounds: Rounds


NOT_ROUNDED_UP = Reading(
    id="violence.time-units/rounding",
    question="Does a fight take up a whole turn?",
    choice="No; its rounds count as they are.",
    because="Rounds and turns are two measures of one time, and nothing rounds it.",
)


@rule("violence.time-units", TIMEKEEPING, readings=(NOT_ROUNDED_UP,))
def time_units(dice: Dice, given: Span) -> Elapsed:
    """A round is a minute, a turn ten, and a Watch six hours."""
    minutes = given.rounds * ROUND
    watches, rest = divmod(minutes, WATCH * MINUTES_AN_HOUR)
    turns, rest = divmod(rest, TURN)
    return Elapsed(Minutes(minutes), Watches(watches), Turns(turns), Rounds(rest // ROUND))


# Turns


class Activity(StrEnum):
    """The activity of a turn."""

    SEARCH_ROOM = "search_room"
    CORRIDOR = "corridor"
    SHORT_REST = "short_rest"
    ATTRIBUTE_CHECK = "attribute_check"
    OTHER = "other"


class Exploring(Given, frozen=True):
    """The party's activity in the dungeon."""

    activity: Annotated[Activity, says("what they do")]


class TurnSpent(Outcome, frozen=True, tag="minutes"):
    """How long it takes."""

    minutes: Minutes


@rule("violence.exploration-turn", TIMEKEEPING)
def exploration_turn(dice: Dice, given: Exploring) -> TurnSpent:
    """A turn is time for one thing: searching a room, walking a corridor, a short rest, a check, or similar."""
    return TurnSpent(TURN)


TurnNumber = Annotated[Turns, Meta(ge=1, le=1_000_000)]
Every = Annotated[int, Meta(ge=1, le=3)]


class TurnEnds(Given, frozen=True):
    """The end of a turn."""

    turn_no: Annotated[TurnNumber, says("which turn it is, counted from 1")]
    every: Annotated[Every, says("a check every so many turns; more in emptier places")] = 1


class RandomEncounter(Outcome, frozen=True, tag="encounter"):
    """A random encounter."""


class Quiet(Outcome, frozen=True, tag="quiet"):
    """There is no encounter."""


class NotChecked(Outcome, frozen=True, tag="not_checked"):
    """No check is due."""


@rule("violence.turn-encounter", TIMEKEEPING)
def turn_encounter(dice: Dice, given: TurnEnds) -> RandomEncounter | Quiet | NotChecked:
    """After each turn, or every second or third in emptier places, a 1 on a d6 brings an encounter."""
    if not is_checked(given.turn_no, given.every):
        return NotChecked()
    return RandomEncounter() if brings_encounter(dice.total("wandering monsters", D6)) else Quiet()


def is_checked(turn_no: int, every: int) -> bool:
    """Whether a check is due after that turn."""
    return turn_no % every == 0


def brings_encounter(face: int) -> bool:
    """Whether the face brings an encounter: only a 1 does."""
    return face == ENCOUNTER_ON


class DungeonTurn(Given, frozen=True):
    """One turn in the dungeon, with the party's activity and the encounter check."""

    turn_no: Annotated[TurnNumber, says("which turn it is, counted from 1")]
    activity: Annotated[Activity, says("what they do")]
    every: Annotated[Every, says("a check every so many turns; more in emptier places")] = 1


class TurnTaken(Outcome, frozen=True, tag="turn"):
    """How long it took, and whether there is an encounter."""

    minutes: Minutes
    encounter: bool


ACTIVITY_FIRST = Reading(
    id="violence.dungeon-loop/order",
    question="Does the check come before or after what the party does?",
    choice="After it, when the time has passed; then distance and reaction, if something comes.",
    because="The check follows every turn.",
)


@rule("violence.dungeon-loop", TIMEKEEPING, readings=(ACTIVITY_FIRST,))
def dungeon_loop(dice: Dice, given: DungeonTurn) -> TurnTaken:
    """A turn passes with one thing done, and then there may be an encounter."""
    spent = exploration_turn(dice, Exploring(given.activity))
    coming = turn_encounter(dice, TurnEnds(given.turn_no, given.every))
    return TurnTaken(spent.minutes, encounter=isinstance(coming, RandomEncounter))


# Watches


class Outdoors(StrEnum):
    """The activity of a Watch."""

    CROSS_HEX = "cross_hex"
    EXPLORE_HEX = "explore_hex"
    CAMP = "camp"


class Travelling(Given, frozen=True):
    """The party's activity outdoors."""

    activity: Annotated[Outdoors, says("cross a hex, explore one, or camp and sleep")]


class WatchSpent(Outcome, frozen=True, tag="hours"):
    """How long it takes."""

    hours: Hours


ONE_A_WATCH = Reading(
    id="violence.watch/one",
    question="Can a hex be crossed and explored in the same Watch?",
    choice="No, one of the three in each.",
    because="They are listed as alternatives.",
)


@rule("violence.watch", TIMEKEEPING, readings=(ONE_A_WATCH,))
def watch(dice: Dice, given: Travelling) -> WatchSpent:
    """A Watch of six hours is time to cross a hex, to explore one, or to camp for the night."""
    return WatchSpent(WATCH)


class WatchEnds(Given, frozen=True):
    """The end of a Watch, which needs no input."""


SAME_ODDS_OUTSIDE = Reading(
    id="violence.watch-encounter/odds",
    question="How likely is an encounter in a Watch?",
    choice="A 1 on a d6, as after a turn.",
    because="A roll is asked for and no other odds are given.",
)


@rule("violence.watch-encounter", TIMEKEEPING, readings=(SAME_ODDS_OUTSIDE,))
def watch_encounter(dice: Dice, given: WatchEnds) -> RandomEncounter | Quiet:
    """Once in each Watch a 1 on a d6 brings an encounter."""
    return RandomEncounter() if brings_encounter(dice.total("encounter of the Watch", D6)) else Quiet()


class WatchTaken(Outcome, frozen=True, tag="watch"):
    """How long it took, and whether there is an encounter."""

    hours: Hours
    encounter: bool


@rule("violence.watch-loop", TIMEKEEPING)
def watch_loop(dice: Dice, given: Travelling) -> WatchTaken:
    """A Watch passes with one thing done, and there may be an encounter."""
    spent = watch(dice, given)
    return WatchTaken(spent.hours, encounter=isinstance(watch_encounter(dice, WatchEnds()), RandomEncounter))
