"""Running: distance and fatigue."""

from enum import StrEnum
from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from undercroft.books.neverwhere.checks import BEST, DEFAULT_SN, SN_TIE, Rolling, Tie, worst_faces
from undercroft.books.neverwhere.fatigue import SLOWED_AT_A_THIRD, slowed, within
from undercroft.books.neverwhere.hiking import MOVE_ROUNDING, MoveRounding
from undercroft.books.neverwhere.rounds import ROUND, ROUND_SECONDS, RoundLength, round_is
from undercroft.books.neverwhere.units import FatiguePoints, Metres, Modifier, Most, Move, Points, Rounds, half_up
from undercroft.kernel.dice import Dice, FaceCondition, Roll, Sign
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says
from undercroft.kernel.units import MINUTE

RUNNING = Cite("Neverwhere", "Running")

FootSpeed = Annotated[int, Meta(ge=0, le=1_000)]


class Gait(StrEnum):
    """How a character runs."""

    SPRINT = "sprint"
    PACED = "paced"


MOST_THROWS = 300
MOST_ROUNDS = 20_000

TIMES_MOVE = {Gait.SPRINT: 4, Gait.PACED: 3}


# How far


class Runner(Given, frozen=True):
    """A character who runs for a round."""

    move: Annotated[FootSpeed, says("Move, after encumbrance")]
    kind: Annotated[Gait, says("a sprint, or a run that can be kept up")]
    fp: Annotated[Points, says("fatigue points now")]
    fp_max: Annotated[Most, says("fatigue points when fresh")]
    fatigue_third: Annotated[bool, says("slowed at a third or less? If not, under a quarter")] = True
    move_rounding: Annotated[MoveRounding, says("are fractions of Move rounded?")] = MoveRounding.GAME

    def __post_init__(self) -> None:
        within(self.fp, self.fp_max)


class Distance(Outcome, frozen=True, tag="metres"):
    """The distance in a straight line; a sprint leaves no room for a step besides."""

    metres: Metres


@rule("neverwhere.run", RUNNING, readings=(MOVE_ROUNDING, SLOWED_AT_A_THIRD))
def run(dice: Dice, given: Runner) -> Distance:
    """A sprint covers four times Move in a round, a paced run three times, or half that for the tired."""
    is_slowed = slowed(given.fp, given.fp_max, given.fatigue_third)
    return Distance(Metres(TIMES_MOVE[given.kind] * tired_move(given.move, is_slowed, given.move_rounding)))


def tired_move(move: int, is_slowed: bool, rounding: MoveRounding) -> Move:
    """Move, or half of it for the tired."""
    if not is_slowed:
        return Move(Fraction(move))
    return Move(Fraction(move, 2) if rounding is MoveRounding.EXACT else Fraction(half_up(move)))


# What it costs


class Run(Rolling, frozen=True):
    """A run that may tire the runner."""

    kind: Annotated[Gait, says("a sprint, or a run that can be kept up")]
    rounds: Annotated[int, Meta(ge=0, le=MOST_ROUNDS), says("rounds run without a break")]
    vit_mod: Annotated[Modifier, says("Vit modifier")]
    round_seconds: Annotated[RoundLength, says("seconds to a round")] = ROUND

    def __post_init__(self) -> None:
        round_is(self.round_seconds)
        if throws_of(self) > MOST_THROWS:
            raise ValueError("settle a longer run in parts")


class Tired(Outcome, frozen=True, tag="fp"):
    """The fatigue points lost by running."""

    fp: FatiguePoints


FULL_MINUTES_ONLY = Reading(
    id="neverwhere.run-fatigue/minutes",
    question="What does part of a minute at a paced run cost?",
    choice="Nothing; each full minute has its roll.",
    because="The roll comes after every minute, so a minute must be over.",
)
NO_CRITICAL_RUNNING = Reading(
    id="neverwhere.run-fatigue/critical",
    question="Does a natural 20 or 1 do more than succeed or fail?",
    choice="No.",
    because="The source text has only success and a lost point here.",
)


@rule("neverwhere.run-fatigue", RUNNING, readings=(FULL_MINUTES_ONLY, NO_CRITICAL_RUNNING, ROUND_SECONDS, SN_TIE))
def run_fatigue(dice: Dice, given: Run) -> Tired:
    """For every round of sprinting and every minute of a paced run, Vit decides whether it costs a fatigue point."""
    return Tired(out_of_breath(dice, throws_of(given), given.vit_mod, given.sn_tie))


def throws_of(run: Run) -> int:
    """The number of Vit rolls."""
    return run.rounds if run.kind is Gait.SPRINT else run.rounds // minute_of_rounds(run.round_seconds)


def minute_of_rounds(round_seconds: int) -> Rounds:
    """The number of rounds in a minute."""
    return Rounds(MINUTE // round_seconds)


def out_of_breath(dice: Dice, throws: int, vit_mod: int, tie: Tie) -> FatiguePoints:
    """The points lost to that many Vit rolls, thrown as the number of failures."""
    if throws == 0:
        return FatiguePoints(0)
    fails = FaceCondition(Sign.AT_MOST, worst_faces(vit_mod, DEFAULT_SN, tie is Tie.SUCCEEDS))
    return FatiguePoints(dice.total("Vit while running, one die each", Roll(throws, BEST, successes=(fails,))))
