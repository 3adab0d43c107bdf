"""Stabilising the dying within six rounds."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from undercroft.books.sovereign.checks import RolledAgainst, group_modifier, reaches
from undercroft.books.sovereign.injury import MORTAL_INJURY
from undercroft.books.sovereign.units import TURN, Count, HitPoints, Moment, Rounds, SkillModifier
from undercroft.kernel.dice import TWO_D6, Dice
from undercroft.kernel.rules import Given, Option, Outcome, Reading, rule, says

LAST_ROUND = 6
STABILISE_DC = 8
WITHOUT_KIT = 2
RISES_WITH = HitPoints(1)

RoundNumber = Annotated[int, Meta(ge=1, le=1_000_000)]


# Rounds since the fall


class Counting(StrEnum):
    """How to count the rounds since a character fell."""

    ELAPSED = "elapsed"
    DIFFERENCE = "difference"


class Since(Given, frozen=True):
    """When a character fell, and the present moment."""

    fell_round: Annotated[RoundNumber, says("the round in which they fell")]
    fell_slot: Annotated[Count, says("place in the order of sides when they fell, the first is 0")]
    now_round: Annotated[RoundNumber, says("the round it is now")]
    now_slot: Annotated[Count, says("the helper's place in the order of sides")]
    mode: Annotated[Counting, says("whole rounds gone by, or simply how many rounds later it is")] = Counting.ELAPSED

    def __post_init__(self) -> None:
        if not self.fell_round <= self.now_round <= self.fell_round + LAST_ROUND:
            raise ValueError(f"the round now must be between the round they fell in and {LAST_ROUND} rounds later")


class FullRounds(Outcome, frozen=True, tag="full_rounds"):
    """The number of rounds since the fall."""

    full_rounds: Rounds


WHOLE_ROUNDS = Reading(
    id="sovereign.injury.full-rounds/full",
    question="When has a full round passed since a Delver fell?",
    choice="When the order of sides has come round to where they fell; outside a fight, every ten seconds.",
    because="The text counts full rounds. The two ways differ only when the helping side goes before that place.",
    switch="mode",
    options=(
        Option("elapsed", "a round counts once it has gone all the way round"),
        Option("difference", "nothing in the same round, one in the next, and so on"),
    ),
)

NOT_BEYOND_SIX = Reading(
    id="sovereign.injury.full-rounds/beyond",
    question="What if more than six rounds have passed?",
    choice="There is nothing to count; a later round is refused as a mistake.",
    because="By then the victim is dead or was stabilised.",
)


@rule("sovereign.injury.full-rounds", MORTAL_INJURY, readings=(WHOLE_ROUNDS, NOT_BEYOND_SIX))
def full_rounds(dice: Dice, given: Since) -> FullRounds:
    """The more full rounds a character has been down, the harder they are to save."""
    later = given.now_round - given.fell_round
    if given.mode is Counting.DIFFERENCE:
        return FullRounds(Rounds(later))
    return FullRounds(Rounds(rounds_gone(later, given.fell_slot, given.now_slot)))


def rounds_gone(later: int, fell_slot: int, now_slot: int) -> int:
    """The full rounds since the fall; the last one counts only from its place in the order."""
    return max(0, later - (now_slot < fell_slot))


# Six rounds


class Waiting(Given, frozen=True):
    """A dying character whom no one has stabilised yet."""

    fell_round: Annotated[RoundNumber, says("the round in which they fell")]
    ended_round: Annotated[RoundNumber, says("the round that has just ended")]
    fall_round_counts: Annotated[bool, says("is the round of the fall the first of the six?")] = False

    def __post_init__(self) -> None:
        if self.ended_round < self.fell_round:
            raise ValueError("a round cannot end before the one they fell in")


class Alive(Outcome, frozen=True, tag="alive"):
    """The character is still alive."""


class BledOut(Outcome, frozen=True, tag="dead"):
    """The character has died."""


SIX_AFTER_THE_FALL = Reading(
    id="sovereign.injury.death-clock/first",
    question="Is the round of the fall one of the six?",
    choice="No: it does not count, so help may come in it and in six more. A fight's end does not stop the count.",
    because="Death comes in the sixth round after the fall.",
    switch="fall_round_counts",
    options=(Option(False, "six rounds after that of the fall"), Option(True, "that round is the first of six")),
)


@rule("sovereign.injury.death-clock", MORTAL_INJURY, readings=(SIX_AFTER_THE_FALL,))
def death_clock(dice: Dice, given: Waiting) -> Alive | BledOut:
    """A character not stabilised by the end of the sixth round dies."""
    return BledOut() if has_bled_out(given.ended_round - given.fell_round, given.fall_round_counts) else Alive()


def has_bled_out(later: int, fall_round_counts: bool) -> bool:
    """Whether the last round has ended, that many rounds after the round of the fall."""
    return later + fall_round_counts >= LAST_ROUND


# Stabilising


class Rescue(Given, frozen=True):
    """An ally tries to save a dying character."""

    mod: Annotated[SkillModifier, says("the healer's DEX/Heal or INT/Heal, as they like")]
    full_rounds: Annotated[int, Meta(ge=0, le=LAST_ROUND), says("full rounds since the victim fell")]
    has_kit: Annotated[bool, says("is a healer's kit at hand?")]
    aiding_mods: Annotated[tuple[SkillModifier, ...], says("DEX/Heal or INT/Heal of everybody who helps")] = ()
    attempted_this_round: Annotated[bool, says("has anybody already tried this round?")] = False
    target_dying: Annotated[bool, says("is the victim Mortally Injured?")] = True


class Stabilised(RolledAgainst, frozen=True, tag="stabilised"):
    """The victim will live."""


class StillDying(RolledAgainst, frozen=True, tag="failed"):
    """It does not help, but an ally may try again next round."""


class NoRescue(StrEnum):
    """Why there is no attempt."""

    NOT_DYING = "not_dying"
    ALREADY_TRIED = "already_tried"


class RescueRefused(Outcome, frozen=True, tag="refused"):
    """There is no attempt."""

    reason: NoRescue


HELPERS = Reading(
    id="sovereign.injury.stabilize/helpers",
    question="Who may help with stabilising, at what cost, and can a Delver stabilise themselves?",
    choice=("Anybody, for a Main Action of their own; only the roller needs the kit; nobody stabilises themselves."),
    because="It is an ally who is treated, and the others aid as in a group check.",
)


@rule("sovereign.injury.stabilize", MORTAL_INJURY, readings=(HELPERS,))
def stabilize(dice: Dice, given: Rescue) -> Stabilised | StillDying | RescueRefused:
    """One ally a round may try to save the dying; it is harder every round, and harder without a kit."""
    if not given.target_dying:
        return RescueRefused(NoRescue.NOT_DYING)
    if given.attempted_this_round:
        return RescueRefused(NoRescue.ALREADY_TRIED)
    dc = stabilise_dc(given.full_rounds, given.has_kit)
    total = dice.total("stabilising", TWO_D6) + group_modifier(given.mod, given.aiding_mods)
    return Stabilised(total, dc) if reaches(total, dc) else StillDying(total, dc)


def stabilise_dc(full_rounds: int, has_kit: bool) -> int:
    """The difficulty of saving a character who fell that many full rounds ago."""
    return STABILISE_DC + full_rounds + (0 if has_kit else WITHOUT_KIT)


# Afterwards


class Stable(Given, frozen=True):
    """A character was saved."""

    stabilised_at_s: Annotated[Moment, says("when they were stabilised, in seconds on the clock")]
    now_s: Annotated[Moment, says("the clock now, in seconds")]

    def __post_init__(self) -> None:
        if self.now_s < self.stabilised_at_s:
            raise ValueError("the time now cannot be before they were stabilised")


class Incapacitated(Outcome, frozen=True, tag="incapacitated"):
    """Not yet back on their feet."""


class Recovered(Outcome, frozen=True, tag="recovered"):
    """Back on their feet, barely."""

    hp: HitPoints
    frail: bool


TURN_FROM_THEN = Reading(
    id="sovereign.injury.recovery/turn",
    question="When is the turn of recovery over?",
    choice="At the end of the next whole turn where a site's turns are counted; elsewhere ten minutes later.",
    because="Turns follow each other on the clock. All who are stabilised in one turn get up together.",
)


@rule("sovereign.injury.recovery", MORTAL_INJURY, readings=(TURN_FROM_THEN,))
def recovery(dice: Dice, given: Stable) -> Incapacitated | Recovered:
    """A turn after being stabilised the victim gets up with one hit point, Frail."""
    if given.now_s - given.stabilised_at_s < TURN:
        return Incapacitated()
    return Recovered(RISES_WITH, frail=True)
