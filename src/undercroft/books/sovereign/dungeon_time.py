"""Timekeeping in the Dungeon: what a turn allows, when turns are counted, and how long lights last."""

from enum import StrEnum
from typing import Annotated

from undercroft.books.sovereign.units import Count, Turns
from undercroft.books.sovereign.wandering import Location
from undercroft.kernel.dice import Dice
from undercroft.kernel.frozen import FrozenMap
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says

TIMEKEEPING = Cite("Sovereign", "Timekeeping in the Dungeon")

Declarations = FrozenMap[tuple[str, ...]]
"""The declared actions of each Delver this turn, by name."""


# Counting turns


class Whereabouts(Given, frozen=True):
    """A party that was in a dangerous site."""

    left: Annotated[bool, says("has the party left the site?")] = False
    safe: Annotated[bool, says("does the referee call the site safe enough?")] = False


class Continue(Outcome, frozen=True, tag="continue"):
    """Turns are still counted."""


class Stop(Outcome, frozen=True, tag="stop"):
    """Turns are no longer counted."""


@rule("sovereign.dungeon.exit", Cite("Sovereign", "Dungeon Exploration"))
def dungeon_exit(dice: Dice, given: Whereabouts) -> Continue | Stop:
    """Turns count from entering a dangerous site until the party has left it or made it safe."""
    return Stop() if given.left or given.safe else Continue()


# One significant thing each


class TurnActions(Given, frozen=True):
    """What the Delvers want to do this turn."""

    declared: Annotated[Declarations, says("the significant thing each Delver does, by name")]


class Fits(Outcome, frozen=True, tag="ok"):
    """It fits in a turn."""


class NoTurn(StrEnum):
    """Why it does not fit."""

    ONE_THING_EACH = "one_thing_each"


class TooMuch(Outcome, frozen=True, tag="refused"):
    """A Delver wants too much in a turn."""

    reason: NoTurn
    who: str


MOVING_TOGETHER = Reading(
    id="sovereign.dungeon.turn-actions/moving",
    question="Is moving to another room one Delver's action, or everybody's?",
    choice="Everybody's, unless the party splits.",
    because="A move is from one room to the next, and a party is in one room.",
)


@rule("sovereign.dungeon.turn-actions", TIMEKEEPING, readings=(MOVING_TOGETHER,))
def turn_actions(dice: Dice, given: TurnActions) -> Fits | TooMuch:
    """Every Delver may do one significant thing in a turn, all of them different if they like."""
    busy = [delver for delver, things in given.declared.items() if len(things) > 1]
    return TooMuch(NoTurn.ONE_THING_EACH, busy[0]) if busy else Fits()


# What a turn buys


class Activity(StrEnum):
    """An activity of about ten minutes."""

    MOVE_ROOM = "move_room"
    PICK_LOCK_OR_DISARM = "pick_lock_or_disarm"
    FIGHT = "fight"
    FIRST_AID_AND_LOOT = "first_aid_and_loot"
    SEARCH_ROOM = "search_room"
    OTHER = "other"


ACTIVITY_TURNS = dict.fromkeys(Activity, Turns(1))


class Doing(Given, frozen=True):
    """The activity."""

    activity: Annotated[Activity, says("what the Delvers do")]


class Cost(Outcome, frozen=True, tag="cost"):
    """The number of turns spent."""

    turns: Turns


ANYTHING_ELSE = Reading(
    id="sovereign.dungeon.activity-cost/other",
    question="How long does something take that is not on the list?",
    choice="One turn. A door that is battered down has a length of its own.",
    because="Step two of a turn speaks of things of about ten minutes.",
)
WITHIN_A_TURN = Reading(
    id="sovereign.dungeon.activity-cost/within",
    question="What about a fight in the middle of something else, and things that take a round?",
    choice="A fight is a turn of its own; listening at a door or forcing it goes with the turn of the move.",
    because="A fight is listed as a turn of its own, and a round is a sixtieth of one.",
)


ON_THE_CLOCK = Reading(
    id="sovereign.dungeon.activity-cost/clock",
    question="Do minutes and rounds between turns shift the turns, and do turns of talk, chase and fight count?",
    choice="No: turns have fixed places on the clock, and a shorter delay is part of its turn. Whole turns of a talk, "
    "a chase or a fight are counted like any other, with their encounter checks.",
    because="A turn is the measure of dungeon time, and everybody counts it alike.",
)


@rule("sovereign.dungeon.activity-cost", TIMEKEEPING, readings=(ANYTHING_ELSE, WITHIN_A_TURN, ON_THE_CLOCK))
def activity_cost(dice: Dice, given: Doing) -> Cost:
    """Moving on, searching, picking a lock, a fight and first aid after it take a turn each."""
    return Cost(ACTIVITY_TURNS[given.activity])


# Staying longer


class Noise(Given, frozen=True):
    """A place where the party may have been heard."""

    location: Annotated[Location, says("what kind of place it is")]
    alarm_raised: Annotated[bool, says("has the alarm been raised?")]


class Alertness(Outcome, frozen=True, tag="alertness"):
    """The alertness of the place from now on."""

    location: Location


ALARM = Reading(
    id="sovereign.dungeon.alertness/alarm",
    question="When do the inhabitants become alert?",
    choice="Organised defenders at once when the alarm is raised, until the party leaves; all others stay as they are.",
    because="The page tells alerted from unalert defenders and leaves the step between them open; the others have no "
    "alerted kind.",
)


@rule("sovereign.dungeon.alertness", TIMEKEEPING, readings=(ALARM,))
def dungeon_alertness(dice: Dice, given: Noise) -> Alertness:
    """The longer the party stays, the likelier it is noticed; an alarm alerts a site with organised defenders."""
    if given.alarm_raised and given.location is Location.UNALERT_ORGANIZED:
        return Alertness(Location.ALERTED_ORGANIZED)
    return Alertness(given.location)


# Light


class Light(StrEnum):
    """A source of light."""

    TORCH = "torch"
    LANTERN = "lantern"


LIGHT_TURNS = {
    Light.TORCH:   Turns(6),
    Light.LANTERN: Turns(24),
}  # fmt: skip


class Burning(Given, frozen=True):
    """A light, and how long it has burnt."""

    kind: Annotated[Light, says("what burns; a lantern was filled")]
    turns_used: Annotated[Count, says("turns it has burnt")]


class Lit(Outcome, frozen=True, tag="lit"):
    """The light burns on."""

    turns_left: Turns


class Out(Outcome, frozen=True, tag="out"):
    """The light is out."""


LIGHTS = Reading(
    id="sovereign.light.burn/use",
    question="What fills a lantern, how much light does a fight cost, and may a light be put out to save it?",
    choice="A pint of oil fills a lantern; a fight costs one turn of light; a light that is put out keeps the turns it "
    "had left.",
    because="Lights are counted in turns, a fight is one turn, and the game sells oil by the pint.",
)


@rule("sovereign.light.burn", TIMEKEEPING, readings=(LIGHTS,))
def light_burn(dice: Dice, given: Burning) -> Lit | Out:
    """A torch burns for six turns, a full lantern for twenty-four."""
    left = turns_left(LIGHT_TURNS[given.kind], given.turns_used)
    return Lit(Turns(left)) if left > 0 else Out()


def turns_left(lasts: int, used: int) -> int:
    """The turns that a light will still burn; at 0 it is out."""
    return max(0, lasts - used)
