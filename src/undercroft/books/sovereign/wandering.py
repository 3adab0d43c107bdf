"""Wandering Encounters: how often to check, the check, and the encounter."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from undercroft.books.sovereign.units import Count, Turns
from undercroft.kernel.dice import D6, Dice, Roll
from undercroft.kernel.rules import Cite, Given, Option, Outcome, Reading, rule, says

WANDERING = Cite("Sovereign", "Wandering Encounters")

Interval = Annotated[Turns, Meta(ge=1, le=1000)]


# How often


class Location(StrEnum):
    """How alert and organised the inhabitants are."""

    ALERTED_ORGANIZED = "alerted_organized"
    UNALERT_ORGANIZED = "unalert_organized"
    NO_ORGANIZED_DEFENSE = "no_organized_defense"
    FEW_MOBILE = "few_mobile"
    ABANDONED_NOOK = "abandoned_nook"
    UNKNOWN_CHAMBER = "unknown_chamber"


INTERVALS = {
    Location.ALERTED_ORGANIZED:    Turns(1),
    Location.UNALERT_ORGANIZED:    Turns(2),
    Location.NO_ORGANIZED_DEFENSE: Turns(3),
    Location.FEW_MOBILE:           Turns(4),
    Location.ABANDONED_NOOK:       Turns(6),
    Location.UNKNOWN_CHAMBER:      None,
}  # fmt: skip


class Place(Given, frozen=True):
    """Where the party is."""

    location: Annotated[Location, says("what kind of place this part of the site is")]


class CheckEvery(Outcome, frozen=True, tag="check_every"):
    """The turns between checks, or none if there are no checks."""

    interval: Turns | None


PART_BY_PART = Reading(
    id="sovereign.wandering.interval/parts",
    question="Is a whole site one kind of place?",
    choice="The referee decides, part by part; by default a site has no organised defence.",
    because="A nook and an unknown chamber are parts of a site, so the kind may change within it.",
)


@rule("sovereign.wandering.interval", Cite("Sovereign", "When to Roll an Encounter Check"), readings=(PART_BY_PART,))
def wandering_interval(dice: Dice, given: Place) -> CheckEvery:
    """The better a site is defended, the more often the referee checks for wanderers."""
    return CheckEvery(INTERVALS[given.location])


# Is a check due


class FirstCheck(StrEnum):
    """The turn of the first check."""

    NTH = "nth"
    FIRST = "first"


class Counting(Given, frozen=True):
    """The start of a turn."""

    turns_since_check: Annotated[Count, says("turns since the last check, or since the party came in")]
    interval: Annotated[Interval | None, says("turns from one check to the next; leave it out for no checks")]
    first_turn: Annotated[bool, says("is this the party's first turn here?")] = False
    first_check: Annotated[FirstCheck, says("does the first check wait for the interval?")] = FirstCheck.NTH


class Due(Outcome, frozen=True, tag="due"):
    """The referee checks now, and the count starts over."""

    counter: Turns


class NotDue(Outcome, frozen=True, tag="not_due"):
    """No check yet."""

    counter: Turns


FIRST_CHECK_WAITS = Reading(
    id="sovereign.wandering.due/first",
    question="With a check every three turns, when is the first one?",
    choice="On the third turn counted from the entrance, then on the sixth, and so on.",
    because="A check every so many turns comes when that many have been counted.",
    switch="first_check",
    options=(
        Option("nth", "the party has a quiet start: the first check waits for the interval"),
        Option("first", "a check on the very first turn, then at the interval"),
    ),
)


@rule("sovereign.wandering.due", WANDERING, readings=(FIRST_CHECK_WAITS,))
def wandering_due(dice: Dice, given: Counting) -> Due | NotDue:
    """The referee counts the turns; at the end of each interval a check is due and the count starts over."""
    counter = given.turns_since_check + 1
    at_once = given.first_turn and given.first_check is FirstCheck.FIRST
    if check_due(counter, given.interval or 0, at_once):
        return Due(Turns(0))
    return NotDue(Turns(counter))


def check_due(counter: int, interval: int, at_once: bool) -> bool:
    """Whether the interval has passed, including this turn. An interval of 0 never does."""
    return interval > 0 and (at_once or counter >= interval)


# The check


class WanderingCheck(Given, frozen=True):
    """A turn with a check due, which needs no input."""


class Encounter(Outcome, frozen=True, tag="encounter"):
    """The party will have an encounter this turn."""


class NoEncounter(Outcome, frozen=True, tag="none"):
    """There is no encounter."""


SECRET_CHECK = Reading(
    id="sovereign.wandering.check/secret",
    question="Who knows of the check?",
    choice="Only the referee, even that there was one; players learn of the encounter when it comes.",
    because="The check is called secret, and a seen die would warn them.",
)
TWO_HITS = Reading(
    id="sovereign.wandering.check/two",
    question="What if a second check in the same turn, for noise, also brings an encounter?",
    choice="Both come, one after the other.",
    because="Each check is a die of its own.",
)


@rule("sovereign.wandering.check", WANDERING, readings=(SECRET_CHECK, TWO_HITS))
def wandering_check(dice: Dice, given: WanderingCheck) -> Encounter | NoEncounter:
    """A 1 on a d6 means the party runs into something during the turn."""
    return Encounter() if brings_encounter(dice.total("wandering encounter", D6)) else NoEncounter()


def brings_encounter(face: int) -> bool:
    """Whether the face brings an encounter: only a 1 does."""
    return face == 1


# The encounter


class Kind(StrEnum):
    """The kind of entry in the site's table."""

    CREATURES = "creatures"
    EVENT = "event"


Row = tuple[str, Kind]


class SiteTable(Given, frozen=True):
    """The encounters prepared for the site."""

    table: Annotated[
        tuple[Row, ...],
        Meta(min_length=1, max_length=100),
        says("the site's own table: each encounter and whether it is creatures or an event"),
    ]


class Contents(Outcome, frozen=True, tag="contents"):
    """The entry, and whether a reaction roll is due."""

    name: str
    reaction_roll: bool


EVEN_ROWS = Reading(
    id="sovereign.wandering.contents/rows",
    question="How do you find a row of the site's table, and what about rows used up?",
    choice="One die with a side for each row; the referee strikes out or refills rows.",
    because="The contents are the site's own, so the page gives no dice for them.",
)


@rule("sovereign.wandering.contents", WANDERING, readings=(EVEN_ROWS,))
def wandering_contents(dice: Dice, given: SiteTable) -> Contents:
    """The site's own table gives the encounter; creatures get a reaction roll, events do not."""
    name, kind = given.table[dice.total("the site's encounter table", Roll(1, len(given.table))) - 1]
    return Contents(name, reaction_roll=kind is Kind.CREATURES)
