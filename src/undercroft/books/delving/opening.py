"""Delving: when the party is delving, how long a delve round lasts, and what the terms mean."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from undercroft.books.delving.units import COMBAT_ROUND, DELVE_ROUND, DelveRounds
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says
from undercroft.kernel.units import Seconds

COUNT = Meta(ge=0, le=1_000_000)


# Delving


class Place(Given, frozen=True):
    """The place where the party is, and whether there is a fight."""

    hostile_environment: Annotated[bool, says("is this an especially hostile place, such as a dungeon?")]
    in_combat: Annotated[bool, says("is a fight going on?")]


class Delving(Outcome, frozen=True, tag="delving"):
    """Time passes in delve rounds."""


class Combat(Outcome, frozen=True, tag="combat"):
    """The fight has its own clock."""


class NotDelving(Outcome, frozen=True, tag="not_delving"):
    """An ordinary place at an ordinary pace."""


ANY_KEYED_DUNGEON = Reading(
    id="delving.mode.active/hostile",
    question="How hostile must a place be?",
    choice="Any dungeon with keyed zones is hostile enough; elsewhere the referee decides.",
    because="The text gives a dungeon as its example and leaves the rest to judgement.",
)
FIGHTS_TAKE_ROUNDS = Reading(
    id="delving.mode.active/fight",
    question="How many delve rounds does a fight cost?",
    choice="As many whole rounds as it fills, at least one, and nobody rolls the hazard die for them.",
    because="The clock must move on, and a fight is danger enough.",
)


@rule("delving.mode.active", Cite("Delving", "Delving"), readings=(ANY_KEYED_DUNGEON, FIGHTS_TAKE_ROUNDS))
def mode_active(dice: Dice, given: Place) -> Delving | Combat | NotDelving:
    """In a hostile place the party is delving, unless it is fighting."""
    if given.in_combat:
        return Combat()
    return Delving() if given.hostile_environment else NotDelving()


# Delve rounds: six minutes, ten to the hour


class Span(Given, frozen=True):
    """A number of delve rounds, or a length of time."""

    rounds: Annotated[Annotated[DelveRounds, COUNT] | None, says("delve rounds to turn into seconds")] = None
    duration_s: Annotated[Annotated[Seconds, COUNT] | None, says("seconds to turn into delve rounds")] = None

    def __post_init__(self) -> None:
        if (self.rounds is None) == (self.duration_s is None):
            raise ValueError("give either rounds or seconds")


class InSeconds(Outcome, frozen=True, tag="in_seconds"):
    """That many rounds, in seconds."""

    seconds: Seconds


class InRounds(Outcome, frozen=True, tag="in_rounds"):
    """That much time, in delve rounds."""

    rounds: DelveRounds


ROUGHLY_IS_EXACTLY = Reading(
    id="delving.time.units/exact",
    question="A round is roughly six minutes: how long is it on the clock?",
    choice="Exactly six; what ends in the middle of a round lasts through it.",
    because="Lights and effects need one clock, and six minutes makes ten rounds an hour as stated.",
)


@rule("delving.time.units", Cite("Delving", "Delving"), readings=(ROUGHLY_IS_EXACTLY,))
def time_units(dice: Dice, given: Span) -> InSeconds | InRounds:
    """A delve round takes six minutes, so ten make an hour."""
    if given.rounds is not None:
        return InSeconds(Seconds(given.rounds * DELVE_ROUND))
    return InRounds(whole_rounds(given.duration_s or Seconds(0)))


def whole_rounds(duration: Seconds) -> DelveRounds:
    """The delve rounds that cover a length of time."""
    return DelveRounds(-(-duration // DELVE_ROUND))


# Action, turn, round: on this page always the delving kind


class Word(StrEnum):
    """A term with one meaning while delving and another in a fight."""

    ACTION = "action"
    TURN = "turn"
    ROUND = "round"


class Scope(StrEnum):
    """Where the term is used."""

    DELVING = "delving"
    COMBAT = "combat"


class Term(Given, frozen=True):
    """A term, and where it is used."""

    word: Annotated[Word, says("the word")]
    scope: Annotated[Scope, says("is it used while delving, or in a fight?")]


class Meaning(Outcome, frozen=True, tag="meaning"):
    """How long it lasts; a delving turn has no fixed length."""

    seconds: Seconds | None


@rule("delving.terms", Cite("Delving", "Delving"))
def terms(dice: Dice, given: Term) -> Meaning:
    """Action, turn and round have their delving meaning while delving, and last six seconds in a fight."""
    if given.scope is Scope.COMBAT:
        return Meaning(COMBAT_ROUND)
    return Meaning(None if given.word is Word.TURN else DELVE_ROUND)
